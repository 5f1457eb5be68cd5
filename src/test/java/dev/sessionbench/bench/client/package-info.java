@NullMarked
package dev.sessionbench.bench.client;

import org.jspecify.annotations.NullMarked;
