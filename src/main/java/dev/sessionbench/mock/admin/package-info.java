/** Answers the admin calls that clients and scripts make before they use a database. */
package dev.sessionbench.mock.admin;
