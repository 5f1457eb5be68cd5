/** Tests of calibration: the requests to a server, and the resulting profile. */
package dev.sessionbench.study.calibrate;
