/** Tests of stats. */
package dev.sessionbench.base.stats;
