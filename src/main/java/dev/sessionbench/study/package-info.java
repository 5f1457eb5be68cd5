/** Threads that work for a study, each at its own pace. */
package dev.sessionbench.study;
