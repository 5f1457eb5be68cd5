/** Recommends a growth strategy for a load, from the costs of every strategy. */
package dev.sessionbench.lab.advise;
