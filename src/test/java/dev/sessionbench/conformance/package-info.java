/** Tests that hold the mock to docs/conformance.md, through its service alone. */
@NullMarked
package dev.sessionbench.conformance;

import org.jspecify.annotations.NullMarked;
