package dev.sessionbench.study.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosedLoopTest {
  /** Half of the agents read and half write; 100 ms of pause, and 100 sessions. */
  private static ClosedLoop leaderboard(double agents) {
    return new ClosedLoop(
        List.of(
            new ClosedLoop.Agents(agents / 2, 100, 55),
            new ClosedLoop.Agents(agents / 2, 100, 115)),
        100);
  }

  /** Worked out by hand from the operational laws. */
  @ParameterizedTest
  @CsvSource({
    "25, 11, 139, 0",
    "100, 45, 555, 0",
    "200, 89, 1110, 0",
    "250, 111, 1240, 21",
    "300, 134, 1229, 63",
    "400, 178, 1215, 147"
  })
  void aLeaderboardIsAsWorkedOutByHand(
      double agents, double needed, double throughput, double waitMillis) {
    assertThat(leaderboard(agents).needed()).isCloseTo(needed, within(0.6));
    assertThat(leaderboard(agents).throughput()).isCloseTo(throughput, within(0.6));
    assertThat(leaderboard(agents).waitMillis()).isCloseTo(waitMillis, within(0.6));
  }

  @Test
  void beyondTheKneeAllSessionsAreInUse() {
    ClosedLoop loop = leaderboard(400);
    double wait = loop.waitMillis();
    double inUse =
        loop.kinds().stream().mapToDouble(k -> k.throughput(wait) * k.holdMillis() / 1000).sum();
    assertThat(inUse).isCloseTo(100, within(1e-6));
    assertThat(leaderboard(100).knee()).isCloseTo(2.25, within(0.01));
  }

  @Test
  void withoutPauseEveryoneWaitsForTheOthers() {
    ClosedLoop loop = new ClosedLoop(List.of(new ClosedLoop.Agents(10, 0, 50)), 1);
    assertThat(loop.throughput()).isCloseTo(20, within(1e-6));
    assertThat(loop.waitMillis()).isCloseTo(450, within(1e-6));
  }

  @Test
  void noAgentsNeedNothing() {
    ClosedLoop loop = new ClosedLoop(List.of(new ClosedLoop.Agents(0, 100, 55)), 1);
    assertThat(loop.needed()).isZero();
    assertThat(loop.waitMillis()).isZero();
  }
}
