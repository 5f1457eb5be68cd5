/** Holds the policy of a project's gate and reads its file. */
package dev.sessionbench.gate.policy;
