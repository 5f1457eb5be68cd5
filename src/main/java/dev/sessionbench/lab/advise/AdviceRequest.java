package dev.sessionbench.lab.advise;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.model.TextFile;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.lab.load.CreationTime;
import dev.sessionbench.lab.load.DescribedLoad;
import dev.sessionbench.lab.load.DescribedLoad.Pool;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.lab.strategy.Limits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A load as the options of {@code advise} state it.
 *
 * @param settings the values of the options
 * @param pool the pool whose own settings are chosen; empty to choose a strategy
 */
public record AdviceRequest(Settings settings, Optional<ConfigurablePool> pool) {
  private static final Pattern QUANTITY =
      Pattern.compile("([0-9]+(?:\\.[0-9]+)?(?:[eE][0-9]+)?)([a-z/]+)");
  private static final Pattern CREATION = Pattern.compile("([^+]*)(?:\\+([^+]*)/session)?");
  private static final Map<String, Double> TIMES =
      Map.of("us", 1e3, "ms", 1e6, "s", 1e9, "m", 60e9);
  private static final Map<String, Double> RATES = Map.of("/s", 1.0, "/m", 1.0 / 60);
  private static final double LONGEST_NANOS = 86_400e9;
  private static final int HIGHEST_PEAK = 20_000;

  /** The relative rounding error allowed in a product of decimals. */
  private static final double ROUNDING = 1e-12;

  private static final Codec<Double> TIME =
      new Codec<>(
          "a time of at most a day, as in 40ms (us, ms, s or m)",
          List.of(),
          AdviceRequest::time,
          nanos -> Numbers.wholeOr(nanos / Nanos.PER_SECOND, Numbers::fourDigits) + "s");

  private static final Parameter<Integer> PEAK =
      Parameter.whole("peak", 0, 0, HIGHEST_PEAK, "most sessions wanted at one time");
  private static final Parameter<Optional<Double>> RATE =
      Parameter.optional(
          "rate",
          new Codec<>(
              "above 0 and at most 1000000/s, as in 2000/s or 30/m",
              List.of(),
              text -> quantity(text, RATES, Double.MIN_VALUE, 1e6),
              perSecond -> Numbers.wholeOr(perSecond, Numbers::fourDigits) + "/s"),
          "arriving callers, as in 2000/s or 30/m");
  private static final Parameter<Optional<Double>> HOLD =
      Parameter.optional("hold", TIME, "how long a caller holds its session, as in 40ms");
  private static final Parameter<Optional<String>> CREATE =
      Parameter.optional(
          "create",
          new Codec<>(
              "a time, as in 20ms, or one with a time for each session, as in 20ms+0.4ms/session",
              List.of(),
              text -> creation(text).map(time -> text),
              Function.identity()),
          "how long a request for sessions takes, as in 20ms or 20ms+0.4ms/session; 24.5ms if not said");
  private static final Parameter<Optional<String>> PROFILE =
      Parameter.optional(
          "profile",
          Codec.text(),
          "a server profile, by its name or file, that says what a request takes");
  private static final Parameter<Integer> MIN =
      Parameter.whole("min", 0, 0, Integer.MAX_VALUE, "sessions before the load");
  private static final Parameter<Integer> MAX =
      Parameter.whole("max", 400, 1, (int) Limits.MOST_SESSIONS, "most sessions");
  private static final Parameter<Integer> CHANNELS =
      Parameter.whole("channels", 4, 1, PoolShape.MAX_CHANNELS, "channels of gRPC");
  private static final Parameter<Double> TIMEOUT =
      new Parameter<>("timeout", TIME, 60 * Nanos.PER_SECOND, "how long a caller waits");

  /** The options. */
  public static final Schema SCHEMA =
      Schema.of("advise", PEAK, RATE, HOLD, CREATE, PROFILE, MIN, MAX, CHANNELS, TIMEOUT);

  /**
   * The advice.
   *
   * @throws BadInput one line that names the option, its value and what would be right; also for a
   *     load that can never be served
   */
  public Advised advised() {
    double holdNanos =
        settings
            .get(HOLD)
            .orElseThrow(() -> new BadInput("Missing required option: '--hold=TIME', or --load"));
    int min = settings.get(MIN);
    int max = settings.get(MAX);
    BadInput.when(min > max, "--min %d: must be at most --max (%d)", min, max);
    double timeoutNanos = settings.get(TIMEOUT);
    long timeout = Math.max(1, Math.round(timeoutNanos));
    Pool stated =
        new Pool(min, max, settings.get(CHANNELS), timeout, false, /* fillsFirst= */ true);
    double perSecond = settings.get(RATE).orElse(0.0);
    int ofRate = (int) Math.ceil(perSecond * holdNanos / Nanos.PER_SECOND * (1 - ROUNDING));
    int peak = settings.get(PEAK);
    BadInput.when(
        peak == 0 && ofRate == 0,
        "--peak %d: must be from 1 to %d, or left out beside a --rate",
        peak,
        HIGHEST_PEAK);
    CreationTime creation = creation();
    Demand demand;
    try {
      demand = Demand.stated(peak, perSecond, holdNanos, creation, stated);
    } catch (IllegalArgumentException e) {
      throw new BadInput("--rate %s: %s".formatted(settings.text(RATE), e.getMessage()), e);
    }
    Advised.hopeless(demand, pool).ifPresent(AdviceRequest::refuse);
    BadInput.when(
        peak > 0 && peak < ofRate,
        "--peak %d: must be at least the %d that --rate and --hold make, or left out",
        peak,
        ofRate);
    BadInput.when(
        pool.isEmpty() && timeoutNanos == 0 && peak > max,
        "%d callers at once, of whom none waits, can never be served by %d sessions",
        peak,
        max);
    return Advised.of("", demand, LoadFile::text, pool);
  }

  /**
   * The advice for a load that a file describes.
   *
   * @param file its name
   * @param pool the pool whose own settings are chosen; empty to choose a strategy
   * @throws BadInput one line with what is wrong; also for a load that can never be served
   */
  public static Advised advised(String file, Optional<ConfigurablePool> pool) {
    DescribedLoad described = LoadFile.read(file);
    Demand demand = Demand.of(described);
    Advised.hopeless(demand, pool).ifPresent(why -> refuse("--load %s: %s".formatted(file, why)));
    return Advised.of(
        described.description() + ".\n\n",
        demand,
        load -> load.pool().equals(described.pool()) ? TextFile.read(file) : LoadFile.text(load),
        pool);
  }

  private CreationTime creation() {
    Optional<String> profile = settings.get(PROFILE);
    Optional<String> create = settings.get(CREATE);
    if (profile.isEmpty()) {
      return creation(create.orElse("24.5ms")).orElseThrow();
    }
    BadInput.when(
        create.isPresent(),
        "--create %s: --profile %s sets the same; leave one of them out",
        create.orElse(""),
        profile.get());
    try {
      return new CreationTime(
          profile, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    } catch (IllegalArgumentException e) {
      throw new BadInput("--" + e.getMessage(), e);
    }
  }

  private static Optional<CreationTime> creation(String text) {
    Matcher parts = CREATION.matcher(text);
    Optional<Double> whole = parts.matches() ? time(parts.group(1)) : Optional.empty();
    return whole.flatMap(
        nanos ->
            (parts.group(2) == null ? Optional.of(0.0) : time(parts.group(2)))
                .map(perSession -> CreationTime.of(nanos, perSession)));
  }

  private static Optional<Double> time(String text) {
    return quantity(text, TIMES, 0, LONGEST_NANOS);
  }

  /** A number with a unit; empty if it is out of range or no such number. */
  private static Optional<Double> quantity(
      String text, Map<String, Double> units, double least, double most) {
    return Optional.of(QUANTITY.matcher(text))
        .filter(Matcher::matches)
        .map(m -> Double.parseDouble(m.group(1)) * units.getOrDefault(m.group(2), Double.NaN))
        .filter(value -> value >= least && value <= most);
  }

  private static void refuse(String why) {
    throw new BadInput(why);
  }
}
