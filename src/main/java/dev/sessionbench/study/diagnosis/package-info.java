/** Diagnoses why an application waits, from metrics: causes, evidence, and what to change. */
@NullMarked
package dev.sessionbench.study.diagnosis;

import org.jspecify.annotations.NullMarked;
