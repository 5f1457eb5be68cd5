/** How clients reach the server: over TCP or in process, on threads of its own. */
@NullMarked
package dev.sessionbench.mock.transport;

import org.jspecify.annotations.NullMarked;
