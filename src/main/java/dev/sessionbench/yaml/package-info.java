/**
 * Reads YAML 1.2 by hand, so that every complaint tells line, column, key and what is right, and
 * writes values.
 */
@NullMarked
package dev.sessionbench.yaml;

import org.jspecify.annotations.NullMarked;
