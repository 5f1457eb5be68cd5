package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.bench.trial.TrialParameters;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The words of a measured cell, with what is said in short or in a file spelt out. */
final class MeasuredWords {
  /** What a described load's file says. */
  private static final List<String> SAID_BY_FILE =
      List.of(
          "minSessions",
          "maxSessions",
          "numChannels",
          "waitForMinSessions",
          "timeScale",
          "costModel",
          "profile",
          "operations",
          "concurrency",
          LabCell.BATCH_LIMIT.name(),
          LabCell.FAILING.name());

  private static final String BETWEEN = ":";

  private MeasuredWords() {}

  /**
   * Completes the words of a cell.
   *
   * @param load the name of its load
   * @param words the parameters that are named, and their values
   * @throws BadInput if a value is wrong, or stands beside a file that says it
   */
  static Map<String, String> complete(String load, Map<String, String> words) {
    Map<String, String> complete = new TreeMap<>(words);
    spellOut(complete);
    LabCell.described(load, words)
        .ifPresent(
            file -> {
              Map<String, String> said = file.parameters();
              SAID_BY_FILE.forEach(name -> refuse(name, words, said));
              complete.putAll(said);
            });
    return complete;
  }

  private static void refuse(String name, Map<String, String> words, Map<String, String> said) {
    String word = words.getOrDefault(name, LabCell.STANDARD);
    if (!word.equals(LabCell.STANDARD)
        && !TrialParameters.isStandard(name, word)
        && !word.equals(said.get(name))) {
      throw new BadInput(
          "%s=%s: has no meaning for %s, whose file says it"
              .formatted(name, word, LabCell.DESCRIBED));
    }
  }

  /** A rule with a value of its own, as in {@code fixed-step:incStep:25}, as two parameters. */
  private static void spellOut(Map<String, String> words) {
    String word = words.getOrDefault(LabCell.STRATEGY, LabCell.CLIENT);
    if (!word.contains(BETWEEN)) {
      return;
    }
    List<String> parts = List.of(word.split(BETWEEN, -1));
    String rule = parts.get(0);
    if (parts.size() != 3) {
      throw new BadInput(
          "%s=%s: must be a rule, or one with a value as in fixed-step:incStep:25"
              .formatted(LabCell.STRATEGY, word));
    }
    List<String> known = LabCell.strategy(rule).schema().names();
    String name = parts.get(1);
    if (!known.contains(name)) {
      throw BadInput.unknown("parameter of " + rule, name, known);
    }
    String beside = words.getOrDefault(name, LabCell.STANDARD);
    if (!beside.equals(LabCell.STANDARD)) {
      throw new BadInput(
          "%s=%s: %s=%s sets it too".formatted(name, beside, LabCell.STRATEGY, word));
    }
    words.put(LabCell.STRATEGY, rule);
    words.put(name, parts.get(2));
  }
}
