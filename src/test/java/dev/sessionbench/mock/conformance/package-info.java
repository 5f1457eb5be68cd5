/** Tests that hold the mock to docs/rpcs.md, through its service alone. */
@NullMarked
package dev.sessionbench.mock.conformance;

import org.jspecify.annotations.NullMarked;
