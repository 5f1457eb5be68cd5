/** Describes what is measured: the configuration of a pool, its load, and the simulated server. */
package dev.sessionbench.base.model;
