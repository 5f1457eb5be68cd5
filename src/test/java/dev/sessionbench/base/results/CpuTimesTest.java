package dev.sessionbench.base.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.results.Machine.CpuTimes;
import dev.sessionbench.base.results.Machine.CpuTimes.CpuUse;
import java.util.List;
import org.junit.jupiter.api.Test;

class CpuTimesTest {
  private static final String SELF =
      "7 (a (b) c) S 1 7 7 0 -1 4194304 1 2 3 4 %d 20 5 5 20 0 30 0 100 0 0\n";

  @Test
  void separatesOwnBusyTimeFromThatOfOthers() {
    CpuTimes before =
        CpuTimes.parse("cpu  100 0 50 800 10 0 0 40 0 0\n", List.of(SELF.formatted(10)));
    CpuTimes after =
        CpuTimes.parse("cpu  160 0 70 900 10 0 0 60 0 0\n", List.of(SELF.formatted(40)));
    CpuUse use = after.since(before);
    // 200 ticks passed: 80 busy (30 of them ours) and 20 stolen.
    assertThat(use.byOthersPercent()).isEqualTo(25);
    assertThat(use.stealPercent()).isEqualTo(10);
  }

  @Test
  void countsEndedChildrenAsOwn() {
    assertThat(CpuTimes.parse("cpu  1 1 1 1 1 1 1 1\n", List.of(SELF.formatted(10))).ownTicks())
        .isEqualTo(10 + 20 + 5 + 5);
  }

  @Test
  void countsRunningChildrenAsOwn() {
    List<String> both = List.of(SELF.formatted(10), SELF.formatted(20));
    assertThat(CpuTimes.parse("cpu  1 1 1 1 1 1 1 1\n", both).ownTicks())
        .isEqualTo((10 + 20 + 5 + 5) + (20 + 20 + 5 + 5));
  }

  @Test
  void useIsUnknownOverAFewTicks() {
    CpuTimes before = new CpuTimes(0, 0, 0, 0);
    assertThat(before.since(before)).isEqualTo(CpuUse.UNKNOWN);
    assertThat(new CpuTimes(4, 0, 5, 0).since(before)).isEqualTo(CpuUse.UNKNOWN);
  }

  @Test
  void rejectsTextInAnotherFormat() {
    assertThatThrownBy(() -> CpuTimes.parse("intr 1", List.of(SELF.formatted(1))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CpuTimes.parse("cpu  1 1 1 1 1 1 1 1\n", List.of("7 (x) S")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void readsTheCpuModel() {
    assertThat(Environment.cpuModel("processor\t: 0\nmodel name\t: Chip 3 @ 2 GHz\n"))
        .isEqualTo("Chip 3 @ 2 GHz");
    assertThat(Environment.cpuModel("")).isEqualTo("unknown");
  }

  @Test
  void findsTheClientsVersionOnTheClassPath() {
    assertThat(Environment.read(1, "now").clientVersion()).matches("\\d+\\.\\d+\\.\\d+");
  }
}
