/** Tests of mock.admin. */
@NullMarked
package dev.sessionbench.mock.admin;

import org.jspecify.annotations.NullMarked;
