/** Answers the admin calls that clients and scripts make before they use a database. */
@NullMarked
package dev.sessionbench.mock.admin;

import org.jspecify.annotations.NullMarked;
