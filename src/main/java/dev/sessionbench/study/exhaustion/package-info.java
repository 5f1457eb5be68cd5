/**
 * The exhaustion study adds agents to a leaderboard, scenario by scenario, until the pool is
 * exhausted.
 */
@NullMarked
package dev.sessionbench.study.exhaustion;

import org.jspecify.annotations.NullMarked;
