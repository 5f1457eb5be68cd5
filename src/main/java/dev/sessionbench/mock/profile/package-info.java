/** Reads the profiles of the mock server from YAML, and reports errors with their place. */
@NullMarked
package dev.sessionbench.mock.profile;

import org.jspecify.annotations.NullMarked;
