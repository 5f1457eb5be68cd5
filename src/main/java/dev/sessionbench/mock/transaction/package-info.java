/** The transactions of a session: their kinds, timestamps, locks and commits. */
@NullMarked
package dev.sessionbench.mock.transaction;

import org.jspecify.annotations.NullMarked;
