/** Keeps the sessions and transactions of the server, and answers the RPCs about them. */
@NullMarked
package dev.sessionbench.mock.session;

import org.jspecify.annotations.NullMarked;
