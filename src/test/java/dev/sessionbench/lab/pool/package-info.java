/** Tests of what a pool does around the decisions of its strategy. */
package dev.sessionbench.lab.pool;
