/** Checks the documents against the code and the committed data. */
@NullMarked
package dev.sessionbench.docs;

import org.jspecify.annotations.NullMarked;
