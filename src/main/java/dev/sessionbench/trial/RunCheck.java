package dev.sessionbench.trial;

import java.util.Locale;
import java.util.stream.Stream;

/** Decides whether a run was what it was meant to be. */
@FunctionalInterface
public interface RunCheck {
  /**
   * What is wrong with a run.
   *
   * @param seen what was counted in it
   * @return one sentence for each contradiction; none for a sound run
   */
  Stream<String> complaints(Observation seen);

  /** One sentence where something is wrong. */
  static Stream<String> complainIf(boolean wrong, String complaint, Object... values) {
    return wrong ? Stream.of(String.format(Locale.ROOT, complaint, values)) : Stream.empty();
  }
}
