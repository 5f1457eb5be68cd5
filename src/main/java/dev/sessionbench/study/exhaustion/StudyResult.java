package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.model.Curve;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.results.Environment;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a study measured; its file.
 *
 * @param study {@value #STUDY}
 * @param environment where and with what
 * @param shape the pool
 * @param networkMillis the simulated network, in milliseconds
 * @param elsewhere the server; null where it was a mock of our own
 * @param profile name and content of that mock's profile; null where the server was another, and in
 *     files from before there was a choice
 * @param complete whether it was played to its end
 * @param seconds how long it took
 * @param cpuShare the share of all processors that the process used in the busiest scenario
 * @param scenarios what was seen of each
 * @param timeline sessions, those in use, and those that wait, over time in milliseconds
 * @param idle when nobody used the pool, each as begin and end in seconds
 * @param traces what the traces show
 * @param clientGfe what the client's own metric says of the GFE latency, beside ours
 */
public record StudyResult(
    String study,
    Environment environment,
    PoolShape shape,
    long networkMillis,
    @Nullable String elsewhere,
    @Nullable String profile,
    boolean complete,
    double seconds,
    double cpuShare,
    List<ScenarioResult> scenarios,
    List<Curve> timeline,
    List<List<Double>> idle,
    TraceSummary traces,
    List<ClientGfe> clientGfe) {
  /** The name of this study. */
  public static final String STUDY = "exhaustion";

  /** Copies the lists. */
  public StudyResult {
    Objects.requireNonNull(study);
    scenarios = List.copyOf(scenarios);
    timeline = List.copyOf(timeline);
    idle = List.copyOf(idle);
    clientGfe = List.copyOf(clientGfe);
  }

  /**
   * The GFE latency of a method as the client's own metric tells it, and as its header does.
   *
   * @param method the method
   * @param clientMillis the mean of the client's metric, in whole milliseconds each
   * @param headerMillis the mean of what the headers of its replies told
   */
  public record ClientGfe(String method, double clientMillis, double headerMillis) {}

  /** The scenarios of a loop. */
  public List<ScenarioResult> loop(boolean open) {
    return scenarios.stream().filter(scenario -> scenario.open() == open).toList();
  }

  /** The scenario of the closed loop with most agents, whose diagnosis stands for the whole. */
  public Optional<ScenarioResult> largest() {
    return loop(false).stream().max(java.util.Comparator.comparingInt(s -> s.agents().number()));
  }
}
