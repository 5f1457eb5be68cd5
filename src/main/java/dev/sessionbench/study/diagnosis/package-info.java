/** Diagnoses why an application waits, from metrics: causes, evidence, and what to change. */
package dev.sessionbench.study.diagnosis;
