/** Tests of a gate's plan and its measurements. */
package dev.sessionbench.gate;
