/** Tests of diagnosis. */
package dev.sessionbench.study.diagnosis;
