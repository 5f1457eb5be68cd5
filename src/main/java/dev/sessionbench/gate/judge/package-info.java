/**
 * Turns a gate's measurements into a verdict, by pure functions of a policy and the measurements.
 */
package dev.sessionbench.gate.judge;
