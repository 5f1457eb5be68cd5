/** Tests of advice. */
@NullMarked
package dev.sessionbench.lab.advise;

import org.jspecify.annotations.NullMarked;
