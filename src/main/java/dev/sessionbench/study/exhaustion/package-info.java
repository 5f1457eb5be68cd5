/**
 * The exhaustion study adds agents to a leaderboard, scenario by scenario, until the pool is
 * exhausted.
 */
package dev.sessionbench.study.exhaustion;
