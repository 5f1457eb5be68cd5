/** Decides which calls of a mock server fail, and how, by rules with conditions and effects. */
package dev.sessionbench.mock.fault;
