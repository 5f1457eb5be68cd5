/** Registers statements and tables, and answers the RPCs that execute, read and partition them. */
package dev.sessionbench.mock.query;
