/**
 * Warms up a server under load, round by round, and finds when a client could have known that it
 * was warm.
 */
package dev.sessionbench.study.warmup;
