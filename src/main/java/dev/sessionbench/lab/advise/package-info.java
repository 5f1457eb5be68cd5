/** Says which rule of growth a load is served best by, from what every rule costs it. */
@NullMarked
package dev.sessionbench.lab.advise;

import org.jspecify.annotations.NullMarked;
