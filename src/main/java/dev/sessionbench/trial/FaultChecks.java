package dev.sessionbench.trial;

import static dev.sessionbench.trial.RunCheck.complainIf;

import dev.sessionbench.model.Rpc;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** What must not be, whatever goes wrong. Operations may fail here. */
final class FaultChecks {
  private FaultChecks() {}

  static List<RunCheck> of(FaultScenario scenario) {
    return List.of(
        GrowthChecks::noMultiplexedSessions,
        FaultChecks::allEnded,
        onServer((seen, server) -> withinMaximum(seen, server, scenario)),
        onServer((seen, server) -> noneLeaked(seen, server, scenario)),
        onServer((seen, server) -> nothingFromNowhere(seen, server, scenario)));
  }

  private static RunCheck onServer(BiFunction<Observation, ServerView, Stream<String>> check) {
    return seen -> seen.server().stream().flatMap(server -> check.apply(seen, server));
  }

  private static Stream<String> allEnded(Observation seen) {
    return complainIf(
        seen.operations().size() != seen.load().size(),
        "%d of %d operations have ended",
        seen.operations().size(),
        seen.load().size());
  }

  private static Stream<String> withinMaximum(
      Observation seen, ServerView server, FaultScenario scenario) {
    int max = seen.shape().maxSessions();
    boolean beyond = new FaultProbe(seen, server).beyondMax() > 0;
    return complainIf(
        seen.pool().total() > max || (beyond && !scenario.losesReplies()),
        "the pool holds %d sessions and the server %d, where at most %d are allowed",
        seen.pool().total(),
        server.sessionsAlive(),
        max);
  }

  private static Stream<String> noneLeaked(
      Observation seen, ServerView server, FaultScenario scenario) {
    long leaked = new FaultProbe(seen, server).leaked();
    return complainIf(
        leaked > 0 && !scenario.losesReplies(),
        "%d sessions leaked: the server holds %d, the pool %d",
        leaked,
        server.sessionsAlive(),
        seen.pool().total());
  }

  /** An attempt may die on its way; it never arrives without having left. */
  private static Stream<String> nothingFromNowhere(
      Observation seen, ServerView server, FaultScenario scenario) {
    long received = server.received(Rpc.BATCH_CREATE_SESSIONS);
    long sent = seen.attempts(Rpc.BATCH_CREATE_SESSIONS);
    boolean arrivesWhole = !scenario.plan().needsTcp() && !scenario.limitsCreations();
    return complainIf(
        arrivesWhole ? received != sent : received > sent,
        "the server counted %d BatchCreateSessions RPCs, the client %d",
        received,
        sent);
  }
}
