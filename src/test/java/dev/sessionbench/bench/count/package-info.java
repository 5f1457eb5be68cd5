/** Tests of the counting. */
package dev.sessionbench.bench.count;
