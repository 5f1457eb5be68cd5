/** Measures what creating sessions costs a server, and writes it as a profile. */
package dev.sessionbench.study.calibrate;
