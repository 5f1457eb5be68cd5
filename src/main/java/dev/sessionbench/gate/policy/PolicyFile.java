package dev.sessionbench.gate.policy;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.ContentHash;
import dev.sessionbench.base.model.TextFile;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.base.text.YamlMapping;
import dev.sessionbench.base.text.YamlText;
import dev.sessionbench.base.text.YamlValue;
import dev.sessionbench.gate.policy.Policy.PolicyGross;
import dev.sessionbench.gate.policy.Policy.PolicyLook;
import dev.sessionbench.gate.policy.Policy.PolicyMetric;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A policy and the text that it was read from, which is kept with the measurements.
 *
 * @param origin where it came from, for messages
 * @param text its text, YAML
 * @param policy what it says
 */
public record PolicyFile(String origin, String text, Policy policy) {
  /** Where a project keeps its policy. */
  public static final Path PROJECT_FILE = Path.of("results", "policy.yaml");

  /** Where a benchmarks jar has the policy that came with it. */
  public static final String RESOURCE = "dev/sessionbench/gate/policy/policy.yaml";

  private static final String BUILT_IN = "the built-in policy";

  /**
   * Reads a policy.
   *
   * @param file the file
   * @return the policy
   * @throws BadInput naming file, line, key, value and what would be right
   */
  public static PolicyFile read(Path file) {
    return parse(file.toString(), TextFile.read(file));
  }

  /** The policy that came with this program. */
  public static PolicyFile bundled() {
    return parse(BUILT_IN, Resource.text(PolicyFile.class, "/" + RESOURCE));
  }

  /** Tells it from policies of another text. */
  public String hash() {
    return ContentHash.of(text);
  }

  /** Whether a gate that names no policy takes this one. */
  public boolean isDefault() {
    return origin.equals(BUILT_IN) || origin.equals(PROJECT_FILE.toString());
  }

  /**
   * Parses a policy.
   *
   * @param origin where it came from, for messages
   * @param text YAML
   * @return the policy
   * @throws BadInput naming the place and what would be right
   */
  public static PolicyFile parse(String origin, String text) {
    return new PolicyFile(origin, text, PolicyReader.read(YamlText.parse(origin, text)));
  }

  /** Reads a policy from YAML: the keys are the components of its records. */
  static final class PolicyReader {
    private PolicyReader() {}

    /**
     * Reads a policy.
     *
     * @throws BadInput with the place, where something is wrong
     */
    static Policy read(YamlValue value) {
      YamlMapping keys = value.mapping().only(Policy.class);
      return keys.checked(
          () ->
              new Policy(
                  decimal(keys.require("alpha")),
                  decimal(keys.require("confirmAlpha")),
                  decimal(keys.require("clearAlpha")),
                  choice(
                      keys.require("inconclusive"),
                      List.of(Conclusion.NEUTRAL, Conclusion.FAILURE)),
                  gross(keys.require("gross")),
                  keys.require("blocks").integer(),
                  keys.require("confirmBlocks").integer(),
                  keys.require("forkSeconds").integer(),
                  keys.require("looks").list(PolicyReader::look),
                  keys.require("exact").list(YamlValue::text),
                  keys.require("metrics").mapping().map(PolicyReader::metric),
                  keys.require("cells").list(PolicyReader::cell)));
    }

    private static PolicyGross gross(YamlValue value) {
      YamlMapping keys = value.mapping().only(PolicyGross.class);
      return keys.checked(
          () -> new PolicyGross(decimal(keys.require("change")), decimal(keys.require("alarm"))));
    }

    private static PolicyLook look(YamlValue value) {
      YamlMapping keys = value.mapping().only(PolicyLook.class);
      return keys.checked(
          () ->
              new PolicyLook(
                  decimal(keys.require("at")),
                  decimal(keys.require("alarm")),
                  decimal(keys.require("clear"))));
    }

    private static PolicyMetric metric(YamlValue value) {
      YamlMapping keys = value.mapping().only(PolicyMetric.class);
      return keys.checked(
          () ->
              new PolicyMetric(
                  keys.require("label").anyText(),
                  keys.get("gated", YamlValue::bool, true),
                  decimal(keys.require("margin")),
                  keys.get("negligible", PolicyReader::decimal, 0.0),
                  keys.get("of").map(YamlValue::text),
                  keys.get("per").map(YamlValue::text)));
    }

    private static PolicyCell cell(YamlValue value) {
      YamlMapping keys = value.mapping().only(PolicyCell.class);
      return keys.checked(
          () ->
              new PolicyCell(
                  keys.require("benchmark").text(),
                  keys.require("params").mapping().map(YamlValue::anyText),
                  keys.get("compilers")
                      .map(named -> choice(named, List.of(PolicyCell.Compilers.values())))
                      .orElse(PolicyCell.Compilers.FIRST),
                  keys.require("warmups").integer(),
                  keys.require("iterations").integer(),
                  keys.require("gated").list(YamlValue::text),
                  keys.get(
                      "margins",
                      margins -> margins.mapping().map(PolicyReader::decimal),
                      Map.of())));
    }

    private static double decimal(YamlValue value) {
      return value.number().doubleValue();
    }

    private static <E extends Enum<E>> E choice(YamlValue value, List<E> choices) {
      Map<String, E> words = new LinkedHashMap<>();
      choices.forEach(choice -> words.put(choice.name().toLowerCase(Locale.ROOT), choice));
      E chosen = words.get(value.text());
      if (chosen == null) {
        throw value.mustBe(String.join(" or ", words.keySet()));
      }
      return chosen;
    }
  }
}
