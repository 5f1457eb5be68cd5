package dev.sessionbench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.calibrate.CostFit;
import dev.sessionbench.calibrate.MeasuredCall;
import dev.sessionbench.calibrate.ServerLoad;
import dev.sessionbench.docs.CalibrationFigures.Known;
import dev.sessionbench.stats.Sample;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What docs/calibrate.md and docs/advise.md say of what was measured, held to its data. */
class CalibrationFiguresTest {
  private static final Path RESULTS = Path.of("results");

  @Test
  void everyKnownServerIsFoundOverTcpWithinFivePercentAndItsModelNamed() {
    List<Known> all = CalibrationFigures.known(RESULTS.resolve("calibrate/known"));
    assertThat(all.stream().collect(Collectors.groupingBy(Known::model, Collectors.counting())))
        .containsEntry("flat", 4L)
        .containsEntry("linear", 4L)
        .containsEntry("contended", 4L);
    for (Known known : all) {
      assertThat(known.fit().name()).as(known.name()).isEqualTo(known.model());
      assertThat(known.error()).as(known.name()).isLessThan(0.05);
      assertThat(known.measured().stopped()).as(known.name()).isEmpty();
    }
  }

  @Test
  void withoutTheHeaderTheNetworkIsPartOfTheBaseAndTheRightModelIsNamed() {
    for (Known known : CalibrationFigures.known(RESULTS.resolve("calibrate/known"))) {
      CostFit fit = CostFit.of(known.measured().calls().stream().map(this::withoutHeader).toList());
      assertThat(fit.name()).as(known.name()).isEqualTo(known.model());
      assertThat(fit.baseNanos() - known.baseNanos()).as(known.name()).isBetween(1e6, 3e6);
      if (known.model().equals("linear")) {
        assertThat(fit.perSession().estimate() / known.cost().perSessionNanos())
            .isBetween(1.0, 1.05);
      }
      if (known.model().equals("contended")) {
        assertThat(fit.perOther().estimate() / known.cost().perOther()).isBetween(0.8, 0.95);
      }
    }
  }

  @Test
  void inNineteenOfTwentySeedsEveryServerIsFoundAndNoneBearsMoreThanIsAllowed() {
    CalibrationSeeds seeds = new CalibrationSeeds(RESULTS.resolve("calibrate/seeds"));
    assertThat(seeds.right()).hasSize(100);
    assertThat(seeds.all()).hasSize(1_200);
    assertThat(seeds.right().values().stream().filter(right -> right).count())
        .isGreaterThanOrEqualTo(95);
    assertThat(seeds.most(ServerLoad::mostInASecond)).isBetween(80L, 100L);
    assertThat(seeds.most(ServerLoad::mostInFlight)).isEqualTo(8);
    assertThat(seeds.most(ServerLoad::mostAlive)).isBetween(200L, 400L);
    assertThat(seeds.all()).allMatch(one -> one.left() == 0);
  }

  @Test
  void whateverHappensNoSessionIsLeft() {
    Path folder = RESULTS.resolve("calibrate/troubled");
    for (String name : CalibrationTroubles.names()) {
      String printed = CalibrationTroubles.printed(folder, name);
      assertThat(CalibrationTroubles.number(printed, "alive at the end")).as(name).isEqualTo("0");
      assertThat(Integer.parseInt(CalibrationTroubles.number(printed, "created")))
          .as(name)
          .isPositive();
      assertThat(printed).as(name).contains("no session is left");
    }
  }

  private MeasuredCall withoutHeader(MeasuredCall call) {
    return new MeasuredCall(
        call.rpc(),
        call.wave(),
        call.asked(),
        call.created(),
        call.together(),
        call.inFlight(),
        call.nanos(),
        MeasuredCall.UNKNOWN);
  }

  @Test
  void aBurstTakesAsLongUnderTheProfileFoundAsOnTheServer() {
    Path folder = RESULTS.resolve("calibrate/burst");
    Sample server = CalibrationFigures.times(CalibrationFigures.burst(folder, "server"));
    Sample found = CalibrationFigures.times(CalibrationFigures.burst(folder, "calibrated"));
    assertThat(found.median() / server.median()).isBetween(0.97, 1.03);
    assertThat(CalibrationFigures.requests(CalibrationFigures.burst(folder, "calibrated")).values())
        .hasSameElementsAs(
            CalibrationFigures.requests(CalibrationFigures.burst(folder, "server")).values());
  }

  @Test
  void theAnswerTurnsWithTheCostModelAndNotWithTheDistance() {
    ProfileSweep sweep = new ProfileSweep(RESULTS.resolve("simulated"));
    assertThat(sweep.servers()).hasSize(8).contains("cold", "original, linear");
    for (String load : List.of("burstRead", "burstWrite", "burstReadAndWrite")) {
      for (String server : List.of("original", "same-region", "cross-region", "leaderboard")) {
        assertThat(sweep.timesTheFastest(load, server).get(25)).isLessThan(1.04);
      }
      assertThat(sweep.timesTheFastest(load, "contended").get(25)).isGreaterThan(1.1);
      assertThat(sweep.timesTheFastest(load, "contended").get(100)).isEqualTo(1);
      assertThat(sweep.timesTheFastest(load, "contended").get(25)).isLessThan(1.22);
      assertThat(sweep.timesTheFastest(load, "original, linear").get(25)).isLessThan(1.04);
      assertThat(sweep.timesTheFastest(load, "original, linear").get(100)).isGreaterThan(1);
      assertThat(sweep.worst(load, 100)).isLessThan(1.06);
    }
    assertThat(sweep.timesTheFastest("burstWrite", "cold").values())
        .allMatch(times -> times < 1.005);
    for (String server : sweep.servers()) {
      assertThat(sweep.timesTheFastest("steadyIncrease", server).get(100)).isEqualTo(1);
      boolean linear = server.equals("original, linear");
      assertThat(sweep.timesTheFastest("steadyIncrease", server).get(50))
          .as(server)
          .isBetween(linear ? 1.35 : 1.85, linear ? 1.55 : 2.1);
    }
  }
}
