/** Tests of reading, merging and writing results. */
package dev.sessionbench.base.results;
