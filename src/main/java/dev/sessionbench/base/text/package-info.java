/** What readers see: tables, numbers, and one escape for each language that they stand in. */
@NullMarked
package dev.sessionbench.base.text;

import org.jspecify.annotations.NullMarked;
