/** Tests of the cells of the lab, and of how they are measured. */
@NullMarked
package dev.sessionbench.lab;

import org.jspecify.annotations.NullMarked;
