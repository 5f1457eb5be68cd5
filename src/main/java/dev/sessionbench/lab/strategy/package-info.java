/** What a rule by which a session pool grows or shrinks is told, and what it may decide. */
@NullMarked
package dev.sessionbench.lab.strategy;

import org.jspecify.annotations.NullMarked;
