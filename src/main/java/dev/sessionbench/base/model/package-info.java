/** Describes what is measured: the shape of a pool, the load on it, and the simulated server. */
@NullMarked
package dev.sessionbench.base.model;

import org.jspecify.annotations.NullMarked;
