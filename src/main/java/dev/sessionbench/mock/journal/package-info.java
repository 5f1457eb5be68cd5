/** Counts the RPCs that arrive, and keeps records of the latest. */
@NullMarked
package dev.sessionbench.mock.journal;

import org.jspecify.annotations.NullMarked;
