/** Runs the mock server alone, for any client, with health, metrics and a status page. */
@NullMarked
package dev.sessionbench.mock.serve;

import org.jspecify.annotations.NullMarked;
