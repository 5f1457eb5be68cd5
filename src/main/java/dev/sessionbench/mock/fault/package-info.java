/** Decides which calls of a mock server go wrong, and how: rules, their conditions and effects. */
@NullMarked
package dev.sessionbench.mock.fault;

import org.jspecify.annotations.NullMarked;
