/** Reads the profiles of the mock server from YAML, and says where a profile is wrong. */
@NullMarked
package dev.sessionbench.mock.profile;

import org.jspecify.annotations.NullMarked;
