/** The sessions of the server, from their creation to their end. */
@NullMarked
package dev.sessionbench.mock.session;

import org.jspecify.annotations.NullMarked;
