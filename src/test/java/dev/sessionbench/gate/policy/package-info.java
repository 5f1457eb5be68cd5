/** Tests of the gate's policy. */
package dev.sessionbench.gate.policy;
