/** Tests of profile. */
@NullMarked
package dev.sessionbench.profile;

import org.jspecify.annotations.NullMarked;
