package dev.sessionbench.lab.advise;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.base.model.TextFile;
import dev.sessionbench.lab.load.DescribedLoad;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.lab.pool.PoolOptions;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.mock.profile.Profile;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A load as the options of {@code advise} state it.
 *
 * @param peak sessions wanted at the same time; 0 for the number that follows from the rate
 * @param rate callers, as in {@code 2000/s}; empty for the peak alone
 * @param hold how long each caller holds its session, as in {@code 40ms}
 * @param create how long a request for sessions takes, as in {@code 20ms+0.4ms/session}
 * @param server the server that gives a request its time, in place of {@code create}; empty if
 *     {@code create} gives it
 * @param limits the pool's bounds
 * @param timeout how long a caller waits, as in {@code 60s}; {@code 0s} for no wait
 * @param pool the pool whose own settings are chosen; empty to choose a strategy
 */
public record AdviceRequest(
    int peak,
    String rate,
    String hold,
    String create,
    Optional<Profile> server,
    Limits limits,
    String timeout,
    Optional<ConfigurablePool> pool) {
  private static final Pattern QUANTITY =
      Pattern.compile("([0-9]+(?:\\.[0-9]+)?(?:[eE][0-9]+)?)([a-z/]+)");
  private static final Pattern CREATE = Pattern.compile("([^+]*)(?:\\+([^+]*)/session)?");
  private static final Map<String, Double> TIMES =
      Map.of("us", 1e3, "ms", 1e6, "s", 1e9, "m", 60e9);
  private static final Map<String, Double> RATES = Map.of("/s", 1.0, "/m", 1.0 / 60);
  private static final double LONGEST_NANOS = 86_400e9;
  private static final int HIGHEST_PEAK = 20_000;

  /** The relative rounding error allowed in a product of decimals. */
  private static final double ROUNDING = 1e-12;

  /**
   * The advice.
   *
   * @throws BadInput one line that names the option, its value and what would be right; also for a
   *     load that can never be served
   */
  public Advised advised() {
    double perSecond =
        rate.isEmpty()
            ? 0
            : quantity(rate, RATES, Double.MIN_VALUE, 1e6)
                .orElseThrow(
                    () ->
                        wrong(
                            "--rate", rate, "above 0 and at most 1000000/s, as in 2000/s or 30/m"));
    double holdNanos = nanos("--hold", hold);
    double timeoutNanos = nanos("--timeout", timeout);
    PoolOptions options = PoolOptions.waiting(limits, Math.max(1, Math.round(timeoutNanos)));
    double inUse = perSecond * holdNanos / Nanos.PER_SECOND;
    int ofRate = (int) Math.ceil(inUse * (1 - ROUNDING));
    if (peak < 0 || peak > HIGHEST_PEAK || (peak == 0 && ofRate == 0)) {
      throw wrong(
          "--peak",
          Integer.toString(peak),
          "from 1 to " + HIGHEST_PEAK + ", or left out beside a --rate");
    }
    SimulatedTime creation = creation();
    Demand demand;
    try {
      demand = Demand.stated(peak, perSecond, holdNanos, creation, options);
    } catch (IllegalArgumentException e) {
      throw new BadInput("--rate %s: %s".formatted(rate, e.getMessage()), e);
    }
    demand.hopeless().ifPresent(AdviceRequest::refuse);
    if (peak > 0 && peak < ofRate) {
      throw wrong(
          "--peak",
          Integer.toString(peak),
          "at least the %d that --rate and --hold make, or left out".formatted(ofRate));
    }
    if (timeoutNanos == 0 && peak > limits.maxSessions()) {
      refuse(
          "%d callers at once, of whom none waits, can never be served by %d sessions"
              .formatted(peak, limits.maxSessions()));
    }
    String profile = server.map(Profile::name).orElse("");
    return Advised.of("", demand, load -> LoadFile.text(load, profile), pool);
  }

  /**
   * The advice for a load that a file describes.
   *
   * @param file its name
   * @param pool the pool whose own settings are chosen; empty to choose a strategy
   * @throws BadInput one line with what is wrong; also for a load that can never be served
   */
  public static Advised advised(String file, Optional<ConfigurablePool> pool) {
    Demand demand = new Demand(LoadFile.read(file), false);
    demand.hopeless().ifPresent(why -> refuse("--load %s: %s".formatted(file, why)));
    return Advised.of(
        demand.load().description() + ".\n\n",
        demand,
        load ->
            load.pool().equals(demand.load().pool())
                ? TextFile.read(file)
                : LoadFile.text(load, ""),
        pool);
  }

  private SimulatedTime creation() {
    if (server.isPresent()) {
      try {
        return DescribedLoad.creation(server.get().inVirtualTime());
      } catch (IllegalArgumentException e) {
        throw new BadInput("--" + e.getMessage(), e);
      }
    }
    Matcher parts = CREATE.matcher(create);
    Optional<Double> whole = parts.matches() ? time(parts.group(1)) : Optional.empty();
    Optional<Double> each =
        whole.flatMap(nanos -> parts.group(2) == null ? Optional.of(0.0) : time(parts.group(2)));
    return DescribedLoad.creation(
        whole.orElse(0.0),
        each.orElseThrow(
            () ->
                wrong(
                    "--create",
                    create,
                    "a time, as in 20ms, or one with a time for each session, as in 20ms+0.4ms/session")));
  }

  private static double nanos(String option, String text) {
    return time(text)
        .orElseThrow(
            () -> wrong(option, text, "a time of at most a day, as in 40ms (us, ms, s or m)"));
  }

  private static Optional<Double> time(String text) {
    return quantity(text, TIMES, 0, LONGEST_NANOS);
  }

  /** A number with a unit; empty if it is out of range or no such number. */
  private static Optional<Double> quantity(
      String text, Map<String, Double> units, double least, double most) {
    Matcher matcher = QUANTITY.matcher(text);
    return Optional.of(matcher)
        .filter(Matcher::matches)
        .map(m -> Double.parseDouble(m.group(1)) * units.getOrDefault(m.group(2), Double.NaN))
        .filter(value -> value >= least && value <= most);
  }

  private static void refuse(String why) {
    throw new BadInput(why);
  }

  private static BadInput wrong(String option, String value, String right) {
    return new BadInput("%s %s: must be %s".formatted(option, value, right));
  }
}
