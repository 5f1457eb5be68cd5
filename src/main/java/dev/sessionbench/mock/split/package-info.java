/** Simulates a server whose capacity grows under load, because ranges of keys split. */
package dev.sessionbench.mock.split;
