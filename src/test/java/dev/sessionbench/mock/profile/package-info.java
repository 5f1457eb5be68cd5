/** Tests of profile. */
@NullMarked
package dev.sessionbench.mock.profile;

import org.jspecify.annotations.NullMarked;
