/** Registers statements and tables, and answers the RPCs that execute, read and partition them. */
@NullMarked
package dev.sessionbench.mock.query;

import org.jspecify.annotations.NullMarked;
