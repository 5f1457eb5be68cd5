/** Tests of advice. */
@NullMarked
package dev.sessionbench.advise;

import org.jspecify.annotations.NullMarked;
