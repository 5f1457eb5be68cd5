/** Tests of serve. */
package dev.sessionbench.mock.serve;
