/** Holds the documents to the code and the committed data that they speak of. */
@NullMarked
package dev.sessionbench.docs;

import org.jspecify.annotations.NullMarked;
