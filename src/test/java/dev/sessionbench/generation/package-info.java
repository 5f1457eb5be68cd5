@NullMarked
package dev.sessionbench.generation;

import org.jspecify.annotations.NullMarked;
