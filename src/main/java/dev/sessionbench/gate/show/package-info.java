/** Renders a gate's verdict for terminals, reviewers and programs. */
package dev.sessionbench.gate.show;
