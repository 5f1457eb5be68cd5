package dev.sessionbench.gate.show;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which of the files that a pull request changes have a part in judging it. */
public final class ChangedFiles {
  /** GitHub lists no more files of a pull request. */
  private static final int MOST = 3_000;

  private static final String MEASURING =
      "(accounting|client|fault|handicap|load|mock|model|profile|trial)/.*";

  private static final Map<String, Pattern> ROLES = new LinkedHashMap<>();

  static {
    String rooms = "src/main/java/dev/sessionbench/";
    ROLES.put("the policy", Pattern.compile("results/policy[^/]*"));
    ROLES.put("a workflow", Pattern.compile("\\.github/.*"));
    ROLES.put("the build", Pattern.compile("pom\\.xml|mvnw.*|\\.mvn/.*|\\.ci/.*"));
    ROLES.put(
        "the judge",
        Pattern.compile(rooms + "(gate|stats|results|run|cli|text|yaml|drift)/.*"));
    ROLES.put("what measures", Pattern.compile("src/jmh/.*|" + rooms + MEASURING));
  }

  private ChangedFiles() {}

  /**
   * What a reader of the verdict must be told, without a word of the pull request's own.
   *
   * @param files the paths, relative to the repository
   * @return one paragraph of Markdown; empty where none of them has a part
   */
  public static String warning(List<String> files) {
    String changes =
        files.size() >= MOST
            ? "more files than can be looked through"
            : ROLES.entrySet().stream()
                .filter(role -> files.stream().anyMatch(role.getValue().asMatchPredicate()))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(", "));
    return changes.isEmpty()
        ? ""
        : "**This pull request changes "
            + changes
            + ".** The base's policy and the base's judge were used. But a changed workflow, build or"
            + " way of measuring can make figures up: read that change before you trust these.";
  }
}
