package dev.sessionbench.mock.profile;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.Latency;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.TextFile;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.base.text.YamlMapping;
import dev.sessionbench.base.text.YamlMapping.KeyedReaders;
import dev.sessionbench.base.text.YamlText;
import dev.sessionbench.base.text.YamlValue;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.split.SplitOptions;
import java.io.File;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;

/** Finds profiles by name or file and loads them. */
public final class Profiles {
  /** The profile of the original benchmark: its simulated times and its statements. */
  public static final String ORIGINAL = "original";

  /** The names of the profiles that are shipped. */
  public static final List<String> SHIPPED =
      List.of(
          ORIGINAL,
          "same-region",
          "cross-region",
          "contended",
          "cold",
          "saturated",
          "new-database",
          "leaderboard");

  /**
   * The keys that a profile may have, each with what it changes, in the order in which they are
   * applied. A new section is one more line.
   */
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
          .put("splits", v -> setting(o -> o.withSplits(Optional.of(SplitsSection.read(v)))))
          .put("faults", v -> setting(o -> o.withFaults(FaultsSection.read(v))));

  /** Those shipped that have been read: every cell of a grid asks for its own, several times. */
  private static final Map<String, Profile> LOADED = new ConcurrentHashMap<>();

  private static final double LEAST_IDLE_SECONDS = 0.001;
  private static final double MOST_IDLE_SECONDS = Duration.ofDays(28).toSeconds();
  private static final double MILLIS_PER_SECOND = 1_000;

  private Profiles() {}

  /**
   * Loads a profile.
   *
   * @param nameOrFile a name out of {@link #SHIPPED}, or a file; {@code ./original} is a file
   * @return the profile
   * @throws BadInput whose message is one line with the place, if there is no such profile or
   *     something in it is wrong
   */
  public static Profile load(String nameOrFile) {
    return SHIPPED.contains(nameOrFile)
        ? LOADED.computeIfAbsent(
            nameOrFile, name -> parse(name, Resource.text(Profiles.class, name + ".yaml")))
        : parse(nameOrFile, fileText(nameOrFile));
  }

  /**
   * Reads a profile.
   *
   * @param name what messages call it
   * @param yaml its text
   * @return the profile
   * @throws BadInput whose message is one line with the place, if something is wrong
   */
  public static Profile parse(String name, String yaml) {
    YamlMapping sections = YamlText.parse(name, yaml).mapping().only(SECTIONS.keys(), "key");
    Profile profile = new Profile(name, yaml, "", MockServerOptions.defaults());
    for (UnaryOperator<Profile> section : SECTIONS.all(sections)) {
      profile = section.apply(profile);
    }
    return profile;
  }

  /**
   * Reads several plans of faults, each written as a profile's section {@code faults}.
   *
   * @param name what messages call the text
   * @param yaml a plan for each key
   * @return the plans by key
   * @throws dev.sessionbench.base.model.BadInput with the place, if a plan is wrong
   */
  public static Map<String, FaultPlan> faultPlans(String name, String yaml) {
    return YamlText.parse(name, yaml).mapping().map(FaultsSection::read);
  }

  private static String fileText(String name) {
    File file = new File(name);
    if (!file.exists()) {
      throw BadInput.at(
          name,
          "there is no such file, and the profiles shipped are " + String.join(", ", SHIPPED));
    }
    if (file.isDirectory()) {
      throw BadInput.at(name, "is a folder, not a profile");
    }
    if (file.length() > YamlText.MAX_CHARACTERS) {
      throw BadInput.at(name, "is larger than the " + YamlText.MAX_CHARACTERS + " bytes allowed");
    }
    return TextFile.read(name);
  }

  /** A section that decides settings of the server and nothing else. */
  private static UnaryOperator<Profile> setting(UnaryOperator<MockServerOptions> change) {
    return profile -> profile.withOptions(change.apply(profile.options()));
  }

  /** One of the models that have a name, or a model's parts. */
  private static CostModel costModel(YamlValue value) {
    if (!value.isScalar()) {
      YamlMapping parts = value.mapping("perSession", "perOther", "outside");
      return new CostModel(
          parts.get("perSession", time -> TimeReader.millis(time).toNanos(), 0L),
          parts.get("perOther", v -> v.number(0, CostModel.MOST_PER_OTHER, ""), 0.0),
          parts.get("outside", time -> TimeReader.millis(time).toNanos(), 0L));
    }
    String name = value.text().toLowerCase(Locale.ROOT);
    return value.oneOf(name, List.of(CostModel.values()), CostModel::toString);
  }

  private static int batchLimit(YamlValue value) {
    return (int) value.integer(1, PoolShape.SERVICE_BATCH_LIMIT);
  }

  private static Duration idleTimeout(YamlValue value) {
    double seconds = value.number(LEAST_IDLE_SECONDS, MOST_IDLE_SECONDS, " seconds");
    return Duration.ofMillis(Math.round(seconds * MILLIS_PER_SECOND));
  }

  /** Reads how much a server can do, and how that grows. */
  static final class SplitsSection {
    /** What each key changes. */
    private static final Map<String, BiFunction<SplitOptions, YamlValue, SplitOptions>> SETTINGS =
        new LinkedHashMap<>();

    static {
      SETTINGS.put("initial", (o, v) -> o.withInitialSplits(v.integer()));
      SETTINGS.put("capacity", (o, v) -> o.withCapacityPerSecond(v.number().doubleValue()));
      SETTINGS.put("splitAbove", (o, v) -> o.withSplitAbove(v.number().doubleValue()));
      SETTINGS.put("held", (o, v) -> o.withHeldNanos(TimeReader.seconds(v).toNanos()));
      SETTINGS.put("move", (o, v) -> o.withMoveNanos(TimeReader.seconds(v).toNanos()));
      SETTINGS.put("cool", (o, v) -> o.withCoolNanos(TimeReader.seconds(v).toNanos()));
      SETTINGS.put("movingCapacity", (o, v) -> o.withMovingCapacity(v.number().doubleValue()));
      SETTINGS.put("nodes", (o, v) -> o.withNodes(v.integer()));
      SETTINGS.put("nodeCapacity", (o, v) -> o.withNodeCapacityPerSecond(v.number().doubleValue()));
      SETTINGS.put("firstCall", (o, v) -> o.withFirstCallNanos(TimeReader.millis(v).toNanos()));
      SETTINGS.put("costs", (o, v) -> o.withCosts(costs(v)));
    }

    private static final List<String> METHODS =
        Arrays.stream(Rpc.values()).map(Rpc::methodName).toList();

    private SplitsSection() {}

    static SplitOptions read(YamlValue value) {
      YamlMapping given = value.mapping().only(SETTINGS.keySet(), "setting");
      SplitOptions options = SplitOptions.defaults();
      for (String key : given.keys()) {
        YamlValue setting = given.require(key);
        SplitOptions before = options;
        options =
            setting.checked(
                () -> SETTINGS.getOrDefault(key, (same, v) -> same).apply(before, setting));
      }
      return options;
    }

    private static Map<Rpc, Integer> costs(YamlValue value) {
      YamlMapping given = value.mapping().only(METHODS, "method");
      Map<Rpc, Integer> costs = new EnumMap<>(Rpc.class);
      for (Rpc rpc : Rpc.values()) {
        given.get(rpc.methodName()).ifPresent(cost -> costs.put(rpc, cost.integer()));
      }
      return costs;
    }
  }

  /** Reads times, to the nanosecond. */
  static final class TimeReader {
    private static final double MOST_MILLIS = Latency.MAX_NANOS / 1e6;
    private static final double MOST_SECONDS = Duration.ofDays(365).toSeconds();
    private static final int NANO_DIGITS_OF_MILLI = 6;
    private static final int NANO_DIGITS_OF_SECOND = 9;

    private TimeReader() {}

    /** A time in milliseconds, from 0 to an hour. */
    static Duration millis(YamlValue value) {
      return duration(value, MOST_MILLIS, " ms", NANO_DIGITS_OF_MILLI);
    }

    /** A time in seconds, from 0 to a year. */
    static Duration seconds(YamlValue value) {
      return duration(value, MOST_SECONDS, " seconds", NANO_DIGITS_OF_SECOND);
    }

    private static Duration duration(YamlValue value, double most, String unit, int nanoDigits) {
      double unused = value.number(0, most, unit);
      return Duration.ofNanos(
          value
              .number()
              .movePointRight(nanoDigits)
              .setScale(0, RoundingMode.HALF_UP)
              .longValueExact());
    }
  }
}
