@NullMarked
package dev.sessionbench.run.plan;

import org.jspecify.annotations.NullMarked;
