/** Tests of profile. */
package dev.sessionbench.mock.profile;
