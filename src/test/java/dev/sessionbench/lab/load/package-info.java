/** Tests of loads that files describe. */
package dev.sessionbench.lab.load;
