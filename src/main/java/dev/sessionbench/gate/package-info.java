/** Keeps the plan of a gate and the measurements of its baseline and candidate. */
package dev.sessionbench.gate;
