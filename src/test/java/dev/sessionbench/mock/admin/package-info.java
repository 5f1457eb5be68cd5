/** Tests of mock.admin. */
package dev.sessionbench.mock.admin;
