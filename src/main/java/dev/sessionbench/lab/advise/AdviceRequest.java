package dev.sessionbench.lab.advise;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.base.model.TextFile;
import dev.sessionbench.lab.advise.Demand.FileDemand;
import dev.sessionbench.lab.load.DescribedLoad;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.mock.profile.Profile;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a user says of a load, in words.
 *
 * @param peak sessions wanted at the same time; 0 for what the rate makes
 * @param rate callers, as in {@code 2000/s}; empty for none but the peak
 * @param hold how long each has its session, as in {@code 40ms}
 * @param create what a request for sessions takes, as in {@code 20ms+0.4ms/session}
 * @param server of which a request takes its time, in place of {@code create}; nothing where that
 *     says so
 * @param limits the pool's bounds
 * @param timeout how long a caller waits, as in {@code 60s}; {@code 0s} for not at all
 */
public record AdviceRequest(
    int peak,
    String rate,
    String hold,
    String create,
    Optional<Profile> server,
    Limits limits,
    String timeout) {
  private static final String NUMBER = "([0-9]+(?:\\.[0-9]+)?(?:[eE][0-9]+)?)";
  private static final Pattern TIME = Pattern.compile(NUMBER + "(us|ms|s|m)");
  private static final Pattern RATE = Pattern.compile(NUMBER + "/(s|m)");
  private static final Pattern CREATE =
      Pattern.compile("([0-9.eE]+[a-z]+)(?:\\+([0-9.eE]+[a-z]+)/session)?");
  private static final Map<String, Double> NANOS =
      Map.of("us", 1e3, "ms", 1e6, "s", 1e9, "m", 60e9);
  private static final double LONGEST_NANOS = 86_400e9;
  private static final int HIGHEST_PEAK = 20_000;

  /**
   * What is advised.
   *
   * @throws BadInput one line that names the option, its value and what would be right; also for a
   *     load that can never be served
   */
  public Advised advised() {
    double perSecond = rate.isEmpty() ? 0 : perSecond();
    boolean neverWaits = nanos("--timeout", timeout) == 0;
    StatedDemand demand = demand(perSecond, Math.max(1, Math.round(nanos("--timeout", timeout))));
    demand.hopeless().ifPresent(AdviceRequest::refuse);
    int wanted = demand.wanted();
    if (peak < 0 || peak > HIGHEST_PEAK || wanted == 0) {
      throw wrong(
          "--peak",
          Integer.toString(peak),
          "from 1 to " + HIGHEST_PEAK + ", or left out beside a --rate");
    }
    if (peak > 0 && peak < wanted) {
      throw wrong(
          "--peak",
          Integer.toString(peak),
          "at least the %d that --rate and --hold make, or left out".formatted(wanted));
    }
    if (neverWaits && wanted > limits.maxSessions()) {
      refuse(
          "%d callers at once, of whom none waits, can never be served by %d sessions"
              .formatted(wanted, limits.maxSessions()));
    }
    String text = LoadFile.text(demand.load(), server.map(Profile::name).orElse(""));
    return new Advised("", demand, text);
  }

  /**
   * What is advised for a load that a file describes.
   *
   * @param file its name
   * @throws BadInput one line with what is wrong; also for a load that can never be served
   */
  public static Advised advised(String file) {
    Demand demand = new FileDemand(LoadFile.read(file));
    demand.hopeless().ifPresent(why -> refuse("--load %s: %s".formatted(file, why)));
    return new Advised(demand.load().description() + ".\n\n", demand, TextFile.read(file));
  }

  private StatedDemand demand(double perSecond, long timeoutNanos) {
    double holdNanos = nanos("--hold", hold);
    SimulatedTime creation = server.map(AdviceRequest::creation).orElseGet(this::creation);
    return new StatedDemand(peak, perSecond, holdNanos, creation, limits, timeoutNanos);
  }

  private SimulatedTime creation() {
    Matcher matcher = CREATE.matcher(create);
    if (!matcher.matches()) {
      throw wrong(
          "--create",
          create,
          "a time, as in 20ms, or one with a time for each session, as in 20ms+0.4ms/session");
    }
    double perSession = matcher.group(2) == null ? 0 : nanos("--create", matcher.group(2));
    return DescribedLoad.creation(nanos("--create", matcher.group(1)), perSession);
  }

  private static SimulatedTime creation(Profile server) {
    try {
      return DescribedLoad.creation(server.inVirtualTime());
    } catch (IllegalArgumentException e) {
      throw new BadInput("--" + e.getMessage(), e);
    }
  }

  private static void refuse(String why) {
    throw new BadInput(why);
  }

  private double perSecond() {
    Matcher matcher = RATE.matcher(rate);
    double value =
        matcher.matches()
            ? Double.parseDouble(matcher.group(1)) / (matcher.group(2).equals("m") ? 60 : 1)
            : 0;
    if (!(value > 0 && value <= 1e6)) {
      throw wrong("--rate", rate, "above 0 and at most 1000000/s, as in 2000/s or 30/m");
    }
    return value;
  }

  private static double nanos(String option, String word) {
    Matcher matcher = TIME.matcher(word);
    double value =
        matcher.matches()
            ? Double.parseDouble(matcher.group(1)) * NANOS.getOrDefault(matcher.group(2), 0.0)
            : Double.NaN;
    if (!(value >= 0 && value <= LONGEST_NANOS)) {
      throw wrong(option, word, "a time of at most a day, as in 40ms (us, ms, s or m)");
    }
    return value;
  }

  private static BadInput wrong(String option, String value, String right) {
    return new BadInput("%s %s: must be %s".formatted(option, value, right));
  }
}
