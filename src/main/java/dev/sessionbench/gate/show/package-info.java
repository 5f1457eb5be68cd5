/** Renders a gate's verdict for terminals, reviewers and programs. */
@NullMarked
package dev.sessionbench.gate.show;

import org.jspecify.annotations.NullMarked;
