/** Tests of serve. */
@NullMarked
package dev.sessionbench.mock.serve;

import org.jspecify.annotations.NullMarked;
