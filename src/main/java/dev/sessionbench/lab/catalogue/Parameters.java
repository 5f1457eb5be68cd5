package dev.sessionbench.lab.catalogue;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.lab.grow.Between;
import dev.sessionbench.lab.grow.RatePredictor;

/** The parameters of the rules: those with one name mean one thing. */
final class Parameters {
  private static final int MANY = 1_000_000;
  private static final int DAY_MILLIS = 86_400_000;

  static final Parameter INC_STEP =
      Parameter.whole(PoolShape.INC_STEP, 25, 1, MANY, "sessions for each request");
  static final Parameter INCREMENT =
      Parameter.whole("increment", 3, 1, MANY, "by which the target grows");
  static final Parameter MAX_BATCH =
      Parameter.whole(
          "maxBatch", PoolShape.SERVICE_BATCH_LIMIT, 1, MANY, "the most sessions of one request");
  static final Parameter AT_LEAST =
      Parameter.whole("atLeast", 1, 1, MANY, "the least sessions of one growth");
  static final Parameter AT_MOST =
      Parameter.whole("atMost", 100, 1, MANY, "the most sessions of one growth");
  static final Parameter MAX_BURST =
      Parameter.whole("maxBurst", 10, 1, MANY, "sessions being created at once");
  static final Parameter IN_FLIGHT =
      Parameter.whole("maxInFlight", 1, 1, MANY, "requests on their way at once");
  static final Parameter SPARE =
      Parameter.whole("spare", 0, 0, MANY, "idle sessions wanted beyond the waiters");
  static final Parameter FACTOR =
      Parameter.real("factor", 2, 1.001, 1000, "by which a growth enlarges the pool");
  static final Parameter QUIET =
      millis("quietMillis", 1000, 0, "without a miss, after which the step is the first again");
  static final Parameter SURPLUS =
      Parameter.real("surplus", 0, 0, 1000, "share of the waiters asked for beyond them");
  static final Parameter DELAY =
      millis("delayMillis", 2, 0, "from the first uncovered miss to the growth");
  static final Parameter LOW =
      Parameter.whole("low", 10, 0, MANY, "spare sessions below which it asks");
  static final Parameter HIGH =
      Parameter.whole("high", 35, 0, MANY, "spare sessions up to which it asks");
  static final Parameter LOW_SHARE =
      Parameter.real("lowShare", 0, 0, 1000, "share of those in use added to low");
  static final Parameter HIGH_SHARE =
      Parameter.real("highShare", 0, 0, 1000, "share of those in use added to high");
  static final Parameter PERIOD = millis("periodMillis", 100, 1, "between two looks at the rate");
  static final Parameter WEIGHT =
      Parameter.real("weight", 0.3, 0.001, 1, "of the newest value in each mean");
  static final Parameter SLOPE_WEIGHT =
      Parameter.real("slopeWeight", 0.1, 0, 1, "of the newest slope of the rate");
  static final Parameter SAFETY =
      Parameter.real("safety", 2, 0, 100, "standard deviations added to the prediction");
  static final Parameter HORIZON =
      millis("horizonMillis", 0, 0, "how far ahead; 0 is a creation's time and a period");
  static final Parameter PERCENTILE =
      Parameter.real("percentile", 0.95, 0.001, 1, "of creation times beyond which one is late");
  static final Parameter EARLY =
      millis("earlyMillis", 0, 0, "that a session may be there before it is wanted");
  static final Parameter IDLE =
      millis("idleMillis", 600_000, 1, "unused, after which a session is closed");
  static final Parameter EVERY = millis("everyMillis", 600_000, 1, "between two looks");
  static final Parameter KEPT_IDLE =
      Parameter.whole("keptIdle", 0, 0, MANY, "sessions so long unused that stay");
  static final Parameter WINDOW =
      millis("windowMillis", 600_000, 10_000, "over which the most in use is looked for");
  static final Parameter MAX_IDLE =
      Parameter.whole("maxIdle", 0, 0, MANY, "idle sessions that are kept");
  static final Parameter HOLD_DOWN =
      millis("holdDownMillis", 10_000, 0, "of surplus, after which it is closed");

  private Parameters() {}

  private static Parameter millis(String name, double standard, double lowest, String meaning) {
    return Parameter.real(name, standard, lowest, 30.0 * DAY_MILLIS, "milliseconds " + meaning);
  }

  static Between growth(Settings settings) {
    return new Between(settings.whole(AT_LEAST), settings.whole(AT_MOST));
  }

  static RatePredictor.Tuning prediction(Settings settings) {
    return new RatePredictor.Tuning(
        settings.nanos(PERIOD),
        settings.real(WEIGHT),
        settings.real(SLOPE_WEIGHT),
        settings.real(SAFETY),
        settings.nanos(HORIZON));
  }
}
