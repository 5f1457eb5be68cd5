/**
 * Says why an application waits, from a record of figures: causes, evidence, and what to change.
 */
@NullMarked
package dev.sessionbench.study.diagnosis;

import org.jspecify.annotations.NullMarked;
