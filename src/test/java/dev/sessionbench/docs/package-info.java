/** Checks the documents against the code and the committed data. */
package dev.sessionbench.docs;
