/** Tests of split. */
package dev.sessionbench.mock.split;
