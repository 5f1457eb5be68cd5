/** Accounts for what a run takes of the machine: CPU time, memory, and its share of both. */
@NullMarked
package dev.sessionbench.accounting;

import org.jspecify.annotations.NullMarked;
