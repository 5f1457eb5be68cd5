/** Tests of the gate's judgement. */
package dev.sessionbench.gate.judge;
