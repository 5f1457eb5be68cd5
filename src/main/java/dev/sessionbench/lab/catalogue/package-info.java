/** Finds the rules by name, with what each does, who has it and which parameters it takes. */
@NullMarked
package dev.sessionbench.lab.catalogue;

import org.jspecify.annotations.NullMarked;
