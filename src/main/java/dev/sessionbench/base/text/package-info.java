/** Formats what readers see: tables, numbers, and text escaped for each output language. */
@NullMarked
package dev.sessionbench.base.text;

import org.jspecify.annotations.NullMarked;
