package dev.sessionbench.study.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClosedLoopTest {
  private static ClosedLoop leaderboard(int agents) {
    return ClosedLoop.of(new Agents(agents, 0.5, 100), 55, 115, 100);
  }

  @ParameterizedTest
  @CsvSource({
    "26, 11.6, 144, 0",
    "100, 45, 555, 0",
    "200, 89, 1110, 0",
    "250, 111, 1240, 21",
    "300, 134, 1229, 63",
    "400, 178, 1215, 147"
  })
  void aLeaderboardIsAsWorkedOutByHand(
      int agents, double needed, double throughput, double waitMillis) {
    assertThat(leaderboard(agents).needed()).isCloseTo(needed, within(0.6));
    assertThat(leaderboard(agents).throughput()).isCloseTo(throughput, within(0.6));
    assertThat(leaderboard(agents).waitMillis()).isCloseTo(waitMillis, within(0.6));
    assertThat(leaderboard(agents).knee()).isCloseTo(225, within(1.0));
  }

  @Test
  void beyondTheKneeAllSessionsAreInUse() {
    double wait = leaderboard(400).waitMillis();
    assertThat(200 * 55 / (155 + wait) + 200 * 115 / (215 + wait)).isCloseTo(100, within(1e-6));
  }

  @Test
  void withoutPauseEveryoneWaitsForTheOthers() {
    ClosedLoop loop = ClosedLoop.of(new Agents(10, 0, 0), 50, 1, 1);
    assertThat(loop.throughput()).isCloseTo(20, within(1e-6));
    assertThat(loop.waitMillis()).isCloseTo(450, within(1e-6));
  }

  @Test
  void agentsThatDoNotWriteNeedNoSessionsForWrites() {
    assertThat(ClosedLoop.of(new Agents(10, 0, 50), 50, 1_000_000, 100).needed())
        .isCloseTo(5, within(1e-9));
  }
}
