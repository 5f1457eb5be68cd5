/** Describes what is measured: the configuration of a pool, its load, and the simulated server. */
@NullMarked
package dev.sessionbench.base.model;

import org.jspecify.annotations.NullMarked;
