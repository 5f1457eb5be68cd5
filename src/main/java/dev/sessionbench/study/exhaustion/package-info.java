/** The exhaustion study: agents on a leaderboard, scenario by scenario, until the pool runs dry. */
@NullMarked
package dev.sessionbench.study.exhaustion;

import org.jspecify.annotations.NullMarked;
