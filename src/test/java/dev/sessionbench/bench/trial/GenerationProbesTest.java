package dev.sessionbench.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.bench.client.ClientUnderTest;
import dev.sessionbench.bench.client.PoolUnderTest.PoolMetrics;
import dev.sessionbench.bench.load.OperationTimes;
import dev.sessionbench.bench.trial.Observation.Change;
import dev.sessionbench.bench.trial.TrialReport.MetricValue;
import dev.sessionbench.mock.rpc.ServerThreads.ServerUsage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GenerationProbesTest {
  private static OperationTimes used(long acquired, long released) {
    return new OperationTimes(0, acquired, released);
  }

  private final Seen seen = new Seen();

  private List<String> complaints(String client) {
    seen.metrics = PoolMetrics.UNKNOWN;
    TrialReport report = new TrialReport();
    List<ClientUnderTest> generations = MeasuredClient.parse(client);
    GrowthChecks.anyStrategy(generations, seen.observation(), report);
    GrowthChecks.growth(generations, 100, seen.observation(), report);
    return report.complaints();
  }

  @Test
  void poolsWithAStepMustMatchTheClosedForm() {
    assertThat(complaints("1.53.0")).isEmpty();
    seen.grown(17, 400);
    assertThat(complaints("1.53.0")).singleElement().asString().contains("allows 16 RPCs");
    assertThat(complaints("6.107.0")).hasSize(1);
  }

  @Test
  void poolsWithoutAStepRequestEachSessionForReads() {
    seen.grown(304, 400);
    assertThat(complaints("1.52.0")).isEmpty();
    seen.grown(35, 400);
    assertThat(complaints("1.52.0")).singleElement().asString().contains("35 BatchCreateSessions");
    seen.rpcs(Rpc.COMMIT, 3_200);
    assertThat(complaints("1.52.0")).isEmpty();
    seen.grown(305, 400);
    assertThat(complaints("1.52.0")).hasSize(1);
    seen.grown(4, 150);
    assertThat(complaints("1.52.0")).hasSize(1);
    seen.grown(404, 500);
    assertThat(complaints("1.52.0")).hasSize(1);
    // As many sessions were created, and some have been deleted.
    seen.alive = 400;
    assertThat(complaints("1.52.0")).isEmpty();
  }

  @Test
  void onlyAMultiplexedClientHasAMultiplexedSession() {
    seen.grown(4, 100);
    assertThat(complaints("newest"))
        .singleElement()
        .asString()
        .startsWith("0 multiplexed sessions were created for 1 clients");
    seen.rpcs(Rpc.CREATE_SESSION, 1);
    assertThat(complaints("newest")).isEmpty();
    assertThat(complaints("multiplexed-6.107.0")).isEmpty();
    assertThat(complaints("6.107.0")).anyMatch(c -> c.contains("multiplexed sessions were in use"));
  }

  @Test
  void eachMultiplexedClientOfAFleetHasItsSession() {
    seen.grown(32, 800).rpcs(Rpc.CREATE_SESSION, 3);
    assertThat(complaints("8x6.107.0+3xnewest")).isEmpty();
    assertThat(complaints("6.107.0+4xnewest"))
        .singleElement()
        .asString()
        .startsWith("3 multiplexed sessions were created for 4 clients");
    assertThat(complaints("8x6.107.0"))
        .singleElement()
        .asString()
        .contains("multiplexed sessions were in use");
  }

  @Test
  void clientCostsExcludeTheServers() {
    seen.mock = Optional.of(new ServerUsage(400, 2));
    seen.operations.add(used(0, 1));
    seen.operations.add(used(1, 2));
    assertThat(seen.report(GrowthProbes::generations).metrics())
        .contains(
            new MetricValue("clientCpuPerOperation", 0.1, "us"),
            new MetricValue("clientAllocatedPerOperation", 1.5, "B"),
            new MetricValue("sessionsAlive", 400, "#"));
  }

  @Test
  void anotherClientsIdleTimeIsThatOfTheServersSessions() {
    seen.reply(Rpc.BATCH_CREATE_SESSIONS, 10, 3).reply(Rpc.DELETE_SESSION, 30, 0);
    seen.operation(0, 10, 40);
    assertThat(seen.report(GrowthProbes::generations).metrics())
        .contains(
            new MetricValue("poolMaxSessions", 3, "#"),
            new MetricValue("idleSessionSeconds", (3 * 30 - 10 - 30) / 1e3, "s"));
  }

  @Test
  void findsRpcsThatOnlyOneEndCounted() {
    seen.rpcs(Rpc.CREATE_SESSION, 1);
    seen.received.put(Rpc.EXECUTE_STREAMING_SQL, 3_199L);
    assertThat(complaints("newest"))
        .containsExactly("the server counted 3199 ExecuteStreamingSql RPCs, the client 3200");
  }

  @Test
  void busiestChannelHasTheMostStatements() {
    seen.byChannel.put(Rpc.EXECUTE_STREAMING_SQL, Map.of(1L, 30L, 2L, 10L));
    seen.byChannel.put(Rpc.EXECUTE_SQL, Map.of(2L, 40L, 3L, 20L));
    assertThat(seen.report(GrowthProbes::generations).metrics())
        .contains(
            new MetricValue("channelsUsed", 3, "#"), new MetricValue("busiestChannel", 50, "%"));
  }

  private static long mostInUse(List<OperationTimes> operations) {
    Seen seen = new Seen();
    seen.operations.addAll(operations);
    return Change.most(seen.observation().uses());
  }

  @Test
  void sessionIsInUseFromItsFirstRpcToTheEnd() {
    assertThat(mostInUse(List.of())).isZero();
    assertThat(mostInUse(List.of(used(1, 5), used(2, 3), used(4, 6)))).isEqualTo(2);
  }

  @Test
  void releasedSessionIsAvailableAtTheSameMoment() {
    assertThat(mostInUse(List.of(used(1, 5), used(5, 9)))).isEqualTo(1);
  }

  @Test
  void keptSessionsStayInUse() {
    assertThat(
            mostInUse(
                List.of(
                    used(1, OperationTimes.NEVER),
                    used(2, OperationTimes.NEVER),
                    used(OperationTimes.NEVER, 7))))
        .isEqualTo(2);
  }
}
