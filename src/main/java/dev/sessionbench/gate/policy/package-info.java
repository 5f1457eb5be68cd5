/** Says what a project lets through: the rules of its gate, and the file that they stand in. */
@NullMarked
package dev.sessionbench.gate.policy;

import org.jspecify.annotations.NullMarked;
