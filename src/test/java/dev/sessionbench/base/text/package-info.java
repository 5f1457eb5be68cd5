/** Tests of text. */
@NullMarked
package dev.sessionbench.base.text;

import org.jspecify.annotations.NullMarked;
