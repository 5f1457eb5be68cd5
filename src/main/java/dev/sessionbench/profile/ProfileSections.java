package dev.sessionbench.profile;

import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.model.CostModel;
import dev.sessionbench.model.PoolShape;
import dev.sessionbench.yaml.KeyedReaders;
import dev.sessionbench.yaml.YamlValue;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** The keys that a profile may have, each with what it changes. A new section is one more line. */
final class ProfileSections {
  /** By key, in the order in which they are applied. */
  static final KeyedReaders<UnaryOperator<Profile>> SECTIONS =
      new KeyedReaders<UnaryOperator<Profile>>()
          .put("description", value -> profile -> profile.withDescription(value.text()))
          .put("latencies", v -> setting(o -> o.withLatencies(LatenciesSection.read(v))))
          .put("costModel", v -> setting(o -> o.withCostModel(costModel(v))))
          .put("statements", v -> setting(o -> StatementsSection.addStatements(o, v)))
          .put("tables", v -> setting(o -> StatementsSection.addTables(o, v)))
          .put("batchLimit", v -> setting(o -> o.withBatchLimit(batchLimit(v))))
          .put("sessionIdleTimeout", v -> setting(o -> o.withSessionIdleTimeout(idleTimeout(v))))
          .put("seed", v -> setting(o -> o.withSeed(v.integer(Long.MIN_VALUE, Long.MAX_VALUE))))
          .put("faults", v -> setting(o -> o.withFaults(FaultsSection.read(v))));

  private static final double LEAST_IDLE_SECONDS = 0.001;
  private static final double MOST_IDLE_SECONDS = Duration.ofDays(28).toSeconds();
  private static final double MILLIS_PER_SECOND = 1_000;

  private ProfileSections() {}

  /** A section that decides settings of the server and nothing else. */
  private static UnaryOperator<Profile> setting(UnaryOperator<MockServerOptions> change) {
    return profile -> profile.withOptions(change.apply(profile.options()));
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

  private static Duration idleTimeout(YamlValue value) {
    double seconds = value.number(LEAST_IDLE_SECONDS, MOST_IDLE_SECONDS, " seconds");
    return Duration.ofMillis(Math.round(seconds * MILLIS_PER_SECOND));
  }
}
