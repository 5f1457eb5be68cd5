/** Tests of the formats of a verdict. */
package dev.sessionbench.gate.show;
