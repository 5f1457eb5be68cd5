package dev.sessionbench.gate;

import dev.sessionbench.model.BadInput;
import dev.sessionbench.yaml.YamlMapping;
import dev.sessionbench.yaml.YamlValue;
import java.util.Map;

/** Reads a policy from YAML: the keys are the components of its records. */
final class PolicyReader {
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
                decimal(keys.require("confidence")),
                decimal(keys.require("floor")),
                decimal(keys.require("band")),
                keys.require("blocks").integer(),
                keys.require("confirmBlocks").integer(),
                decimal(keys.require("confirmAlpha")),
                keys.require("forkSeconds").integer(),
                keys.require("looks").list(PolicyReader::look),
                keys.require("exact").list(YamlValue::text),
                keys.require("metrics").mapping().map(PolicyReader::metric),
                keys.require("cells").list(PolicyReader::cell)));
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
                keys.get("floor").map(PolicyReader::decimal),
                keys.get("band").map(PolicyReader::decimal),
                keys.get("negligible", PolicyReader::decimal, 0.0)));
  }

  private static PolicyCell cell(YamlValue value) {
    YamlMapping keys = value.mapping().only(PolicyCell.class);
    return keys.checked(
        () ->
            new PolicyCell(
                keys.require("benchmark").text(),
                keys.require("params").mapping().map(YamlValue::anyText),
                keys.require("warmups").integer(),
                keys.require("iterations").integer(),
                keys.require("gated").list(YamlValue::text),
                keys.get("bands", bands -> bands.mapping().map(PolicyReader::decimal), Map.of())));
  }

  private static double decimal(YamlValue value) {
    return value.number().doubleValue();
  }
}
