package dev.sessionbench.study.warmup;

import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.EnvironmentReader;
import dev.sessionbench.mock.split.SplitOptions;
import dev.sessionbench.study.Study;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the study saw.
 *
 * @param virtual whether it was played in virtual time
 * @param load what was played in every round
 * @param profile name and content of the profile of the server; null in files from before it stood
 *     there
 * @param splits how the server of the rounds splits
 * @param preSplit splits of the control round's server
 * @param sessions the size of the pool
 * @param rounds the control round, then the others
 * @param environment where, when and with what it was played
 */
public record WarmupResult(
    boolean virtual,
    WarmupLoad load,
    @Nullable String profile,
    SplitOptions splits,
    int preSplit,
    int sessions,
    List<Round> rounds,
    Environment environment)
    implements Study {
  static WarmupResult of(WarmupOptions options, List<Round> rounds, boolean virtual) {
    return new WarmupResult(
        virtual,
        options.load(),
        options.profile(),
        options.splits(),
        options.preSplit(),
        options.sessions(),
        List.copyOf(rounds),
        here());
  }

  /** This process, now. */
  static Environment here() {
    return EnvironmentReader.read(0, SystemTime.CLOCK.calendar().instant().toString());
  }

  @Override
  public String text() {
    return new WarmupText(this).text();
  }

  @Override
  public Optional<String> page() {
    return new WarmupText(this).page();
  }

  /** The command line that plays the same again, but for the profile of the server. */
  String command() {
    WarmupLoad standard = WarmupLoad.defaults();
    StringBuilder line = new StringBuilder("java -jar target/benchmarks.jar study warmup");
    add(line, "--loop", load.loop(), standard.loop());
    add(line, "--agents", load.agents(), standard.agents());
    add(line, "--think", load.thinkMillis(), standard.thinkMillis());
    add(line, "--heavy-seconds", load.heavySeconds(), standard.heavySeconds());
    add(line, "--seconds", load.seconds(), standard.seconds());
    add(line, "--window", load.windowSeconds(), standard.windowSeconds());
    add(line, "--seed", load.seed(), standard.seed());
    add(line, "--pre-split", preSplit, WarmupOptions.preSplitOf(splits));
    add(line, "--sessions", sessions, WarmupOptions.sessionsOf(load));
    return line.append(virtual ? " --virtual" : "").toString();
  }

  private static void add(StringBuilder line, String option, Object value, Object standard) {
    if (!value.equals(standard)) {
      line.append(' ').append(option).append(' ').append(value);
    }
  }

  /** How much sooner the server splits than one with the default settings. */
  double timesFaster() {
    return SplitOptions.defaults().heldNanos() / (double) splits.heldNanos();
  }
}
