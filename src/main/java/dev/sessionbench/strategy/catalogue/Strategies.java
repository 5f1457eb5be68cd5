package dev.sessionbench.strategy.catalogue;

import dev.sessionbench.model.BadInput;
import dev.sessionbench.strategy.GrowthStrategy;
import dev.sessionbench.strategy.Limits;
import dev.sessionbench.strategy.Traits;
import dev.sessionbench.strategy.grow.FixedStep;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Every rule by which a pool may grow. */
public enum Strategies {
  /** The Java client's rule from 1.53.0 to its last version with a pool. */
  FIXED_STEP(
      "fixed-step",
      "one request of incStep sessions on the next channel, when all that are due are taken",
      "google-cloud-spanner (Java) 1.53.0 to 6.107.0",
      List.of(Parameters.INC_STEP)) {
    @Override
    GrowthStrategy make(Limits limits, Settings settings) {
      return new FixedStep(
          limits,
          settings.whole(Parameters.INC_STEP),
          TimeUnit.SECONDS.toNanos(10),
          Traits.QUEUED.atMostInFlight(8));
    }
  };

  private final String ruleName;
  private final String description;
  private final String pools;
  private final List<Parameter> parameters;

  Strategies(String ruleName, String description, String pools, List<Parameter> parameters) {
    this.ruleName = ruleName;
    this.description = description;
    this.pools = pools;
    this.parameters = parameters;
  }

  /**
   * Finds a rule.
   *
   * @param name as users write it
   * @throws BadInput if there is none, with the nearest name
   */
  public static Strategies named(String name) {
    return Arrays.stream(values())
        .filter(strategy -> strategy.ruleName.equals(name))
        .findAny()
        .orElseThrow(
            () ->
                BadInput.unknown(
                    "strategy", name, Arrays.stream(values()).map(s -> s.ruleName).toList()));
  }

  /** What the rule does, as a phrase. */
  public String description() {
    return description;
  }

  /** Which pools have it. */
  public String pools() {
    return pools;
  }

  /** The parameters that it takes. */
  public List<Parameter> parameters() {
    return parameters;
  }

  /**
   * Makes the rule for one pool.
   *
   * @param limits the bounds of the pool
   * @param chosen values of its parameters by name; the others have their standard values
   * @throws BadInput for a parameter that it does not have, or a value out of range
   */
  public GrowthStrategy create(Limits limits, Map<String, String> chosen) {
    return make(limits, Settings.of(ruleName, parameters, chosen));
  }

  abstract GrowthStrategy make(Limits limits, Settings settings);

  /** The name as users write it. */
  @Override
  public String toString() {
    return ruleName;
  }
}
