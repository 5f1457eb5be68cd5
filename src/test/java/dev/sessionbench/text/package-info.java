/** Tests of text. */
@NullMarked
package dev.sessionbench.text;

import org.jspecify.annotations.NullMarked;
