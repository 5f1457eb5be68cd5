/** Tests of serve. */
@NullMarked
package dev.sessionbench.serve;

import org.jspecify.annotations.NullMarked;
