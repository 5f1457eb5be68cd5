/** Reads the profiles of the mock server from YAML, and reports errors with their place. */
package dev.sessionbench.mock.profile;
