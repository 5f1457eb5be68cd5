/** Decides which calls of a mock server fail, and how, by rules with conditions and effects. */
@NullMarked
package dev.sessionbench.mock.fault;

import org.jspecify.annotations.NullMarked;
