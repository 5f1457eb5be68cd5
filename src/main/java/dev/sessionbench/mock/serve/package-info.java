/** Runs the mock server alone, for any client, with health, metrics and a status page. */
package dev.sessionbench.mock.serve;
