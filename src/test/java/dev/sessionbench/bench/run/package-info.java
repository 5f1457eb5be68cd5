@NullMarked
package dev.sessionbench.bench.run;

import org.jspecify.annotations.NullMarked;
