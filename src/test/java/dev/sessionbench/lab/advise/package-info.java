/** Tests of advice. */
package dev.sessionbench.lab.advise;
