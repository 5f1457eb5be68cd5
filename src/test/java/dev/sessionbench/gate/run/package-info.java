/** Tests of how a gate runs. */
package dev.sessionbench.gate.run;
