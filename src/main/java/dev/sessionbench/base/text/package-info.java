/** Formats what readers see: tables, numbers, and text escaped for each output language. */
package dev.sessionbench.base.text;
