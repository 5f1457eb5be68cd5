@NullMarked
package dev.sessionbench.run;

import org.jspecify.annotations.NullMarked;
