/** Tests of text. */
package dev.sessionbench.base.text;
