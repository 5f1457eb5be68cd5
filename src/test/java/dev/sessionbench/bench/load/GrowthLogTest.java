package dev.sessionbench.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.Curve;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class GrowthLogTest {
  private static final long MILLI = 1_000_000;

  private static void add(GrowthLog log, long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 3_000; i++) {
      long wanted = random.nextInt(900_000) * MILLI / 10;
      log.changed(wanted, random.nextInt(5));
      log.requested(wanted);
      log.ended(new OperationTimes(wanted, wanted + 3 * MILLI, wanted + 9 * MILLI), nanos -> nanos);
    }
  }

  private static Curve curve(GrowthLog log, String name) {
    return log.curves().stream().filter(c -> c.name().equals(name)).findFirst().orElseThrow();
  }

  private static double at(Curve curve, double millis) {
    double value = 0;
    for (int i = 0; i < curve.x().size() && curve.x().get(i) <= millis; i++) {
      value = curve.y().get(i);
    }
    return value;
  }

  @Test
  void coarseLogAgreesWithFineLog() {
    GrowthLog fine = new GrowthLog(1 << 20);
    GrowthLog coarse = new GrowthLog(100);
    add(fine, 1);
    add(coarse, 1);
    for (String name : List.of(Curve.SESSIONS, Curve.IN_USE, Curve.WAITING, Curve.REQUESTS)) {
      Curve seen = curve(coarse, name);
      assertThat(seen.x()).hasSizeBetween(40, 100);
      for (double millis : seen.x()) {
        assertThat(at(seen, millis))
            .as("%s at %s", name, millis)
            .isEqualTo(at(curve(fine, name), millis));
      }
    }
  }

  @Test
  void channelsTakeThePlaceOfSessions() {
    GrowthLog log = new GrowthLog(100);
    log.connected(MILLI, 2);
    log.connected(3 * MILLI, -1);
    assertThat(log.curves())
        .extracting(Curve::name)
        .containsExactly(Curve.IN_USE, Curve.WAITING, Curve.CHANNELS);
    assertThat(curve(log, Curve.CHANNELS).y()).containsExactly(0.0, 2.0, 1.0);
  }

  @Test
  void refusedCallerStopsWaitingAndUsesNoSession() {
    GrowthLog log = new GrowthLog(100);
    log.ended(new OperationTimes(0, OperationTimes.NEVER, 5 * MILLI, true), nanos -> nanos);
    assertThat(curve(log, Curve.WAITING).y()).containsExactly(1.0, 0.0);
    assertThat(curve(log, Curve.IN_USE).y()).containsOnly(0.0);
    assertThat(log.curves()).extracting(Curve::name).doesNotContain(Curve.REQUESTS);
  }
}
