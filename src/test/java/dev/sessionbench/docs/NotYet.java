package dev.sessionbench.docs;

import java.util.Set;

/**
 * What documents already speak of and the code does not have yet. A test fails as soon as it has,
 * so that nothing stays here by mistake; when the sets are empty this class goes.
 */
final class NotYet {
  /** Command and option. */
  static final Set<String> OPTIONS = Set.of();

  /** Files that are named. */
  static final Set<String> FILES = Set.of();

  /** Words in double braces that stand for figures or text to come. */
  static final Set<String> PLACEHOLDERS =
      Set.of("repeats.default", "repeats.scale1", "mock.figures");

  private NotYet() {}
}
