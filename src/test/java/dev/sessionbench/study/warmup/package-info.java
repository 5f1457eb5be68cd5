/** Tests of the warm-up study. */
package dev.sessionbench.study.warmup;
