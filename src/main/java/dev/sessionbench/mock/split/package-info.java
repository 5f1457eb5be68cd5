/** Simulates a server whose capacity grows while it is under load, as ranges of keys split. */
@NullMarked
package dev.sessionbench.mock.split;

import org.jspecify.annotations.NullMarked;
