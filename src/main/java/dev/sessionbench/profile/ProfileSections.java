package dev.sessionbench.profile;

import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.model.CostModel;
import dev.sessionbench.model.PoolShape;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;

/** The keys that a profile may have, each with what reads it. A new section is one more line. */
final class ProfileSections {
  /** By key, in the order in which they are applied. */
  static final Map<String, ProfileSection> BY_KEY = sections();

  private static final double LEAST_IDLE_SECONDS = 0.001;
  private static final double MOST_IDLE_SECONDS = Duration.ofDays(28).toSeconds();
  private static final double MILLIS_PER_SECOND = 1_000;

  private ProfileSections() {}

  private static Map<String, ProfileSection> sections() {
    Map<String, ProfileSection> sections = new LinkedHashMap<>();
    sections.put("description", (value, profile) -> profile.withDescription(value.text()));
    sections.put("latencies", setting((o, value) -> o.withLatencies(LatenciesSection.read(value))));
    sections.put("costModel", setting((o, value) -> o.withCostModel(costModel(value))));
    sections.put("statements", setting(StatementsSection::addStatements));
    sections.put("tables", setting(StatementsSection::addTables));
    sections.put("batchLimit", setting((o, value) -> o.withBatchLimit(batchLimit(value))));
    sections.put(
        "sessionIdleTimeout", setting((o, value) -> o.withSessionIdleTimeout(idleTimeout(value))));
    sections.put("seed", setting((o, value) -> o.withSeed(seed(value))));
    sections.put("faults", setting((o, value) -> o.withFaults(FaultsSection.read(value))));
    return sections;
  }

  /** A section that decides settings of the server and nothing else. */
  private static ProfileSection setting(
      BiFunction<MockServerOptions, YamlValue, MockServerOptions> reader) {
    return (value, profile) -> profile.withOptions(reader.apply(profile.options(), value));
  }

  private static CostModel costModel(YamlValue value) {
    String text = value.text().toLowerCase(Locale.ROOT);
    return Arrays.stream(CostModel.values())
        .filter(model -> model.toString().equals(text))
        .findFirst()
        .orElseThrow(() -> value.mustBe("flat, linear or contended"));
  }

  private static int batchLimit(YamlValue value) {
    return (int) value.integer(1, PoolShape.SERVICE_BATCH_LIMIT);
  }

  private static long seed(YamlValue value) {
    return value.integer(Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private static Duration idleTimeout(YamlValue value) {
    double seconds = value.number(LEAST_IDLE_SECONDS, MOST_IDLE_SECONDS, " seconds");
    return Duration.ofMillis(Math.round(seconds * MILLIS_PER_SECOND));
  }
}
