package dev.sessionbench.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.text.ProcessUsage;
import dev.sessionbench.bench.load.LoadPlan.Load;
import dev.sessionbench.bench.trial.Handicap.SlowedOperations;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandicapTest {
  @Test
  void benchmarksWithoutHandicapsRefuseThem() {
    Handicap.requireNone();
    System.setProperty(Handicap.PROPERTY, "wall+5%");
    try {
      assertThatIllegalArgumentException()
          .isThrownBy(Handicap::requireNone)
          .withMessage("sessionbench.inject=wall+5%: does nothing to this benchmark; leave it out");
    } finally {
      System.clearProperty(Handicap.PROPERTY);
    }
  }

  @Test
  void scalesEveryServerTime() {
    LatencyProfile times = LatencyProfile.original();
    LatencyProfile slowed = Handicap.parse("server+5%").slowed(times);
    for (Rpc rpc : Rpc.values()) {
      for (int index = 0; index < 100; index++) {
        assertThat(slowed.drawNanos(rpc, 7, index))
            .isEqualTo(Math.round(times.drawNanos(rpc, 7, index) * 1.05));
      }
    }
    assertThat(Handicap.parse("wall+5%").slowed(times)).isSameAs(times);
  }

  @Test
  void wallHandicapAddsItsTime() throws Exception {
    AtomicLong inner = new AtomicLong();
    Load load =
        () -> {
          long start = System.nanoTime();
          SlowedOperations.pause(20_000_000);
          inner.set(System.nanoTime() - start);
        };
    long start = System.nanoTime();
    Handicap.parse("wall+50%").around(load).run();
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(inner.get() * 3 / 2);
  }

  @Test
  void allocationHandicapAddsItsShare() throws Exception {
    int bytes = 40_000_000;
    Load load = () -> assertThat(new byte[bytes]).hasSize(bytes);
    ProcessUsage before = ProcessUsage.now();
    Handicap.parse("allocation+10%").around(load).run();
    assertThat(ProcessUsage.now().allocatedBytesSince(before))
        .isGreaterThanOrEqualTo(bytes / 10 * 11L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "server",
        "server+5",
        "server+5ms",
        "rpc+2",
        "none+1",
        "wall+-5%",
        "x+5%",
        "cpu+%"
      })
  void refusesOtherHandicaps(String words) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Handicap.parse(words))
        .withMessageContaining(words)
        .withMessageContaining("must be rpc+1");
  }
}
