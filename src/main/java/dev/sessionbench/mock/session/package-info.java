/** Keeps the sessions and transactions of the server, and answers the RPCs about them. */
package dev.sessionbench.mock.session;
