/** Simulates a server whose capacity grows under load, because ranges of keys split. */
@NullMarked
package dev.sessionbench.mock.split;

import org.jspecify.annotations.NullMarked;
