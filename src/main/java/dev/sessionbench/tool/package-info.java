/** Runs git and Maven as processes. */
@NullMarked
package dev.sessionbench.tool;

import org.jspecify.annotations.NullMarked;
