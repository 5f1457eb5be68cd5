package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PoolShapeTest {
  private static final int NO_LIMIT = Integer.MAX_VALUE;

  @ParameterizedTest
  @CsvSource({"1,304", "10,34", "20,19", "25,16", "30,14", "40,12", "50,10", "100,7"})
  void countsTheRpcsPublishedForTheOriginalConfiguration(int incStep, int rpcs) {
    assertThat(new PoolShape(100, 400, incStep, 4).totalRpcs(800, 100)).isEqualTo(rpcs);
  }

  @ParameterizedTest
  @CsvSource({"0,4,0", "1,4,1", "3,4,1", "4,4,4", "5,4,4", "100,4,4", "100,1,1", "7,8,1"})
  void spreadsTheMinimumOverTheChannels(int minSessions, int numChannels, int rpcs) {
    assertThat(new PoolShape(minSessions, 400, 25, numChannels).initialRpcs(NO_LIMIT))
        .isEqualTo(rpcs);
  }

  @Test
  void asksAgainForSessionsMissingFromAShortReply() {
    // 250 on one channel, at most 100 for each request: 100, 100 and 50.
    assertThat(new PoolShape(250, 400, 25, 1).initialRpcs(100)).isEqualTo(3);
    // One step of 150 (100 and 50), no more.
    assertThat(new PoolShape(0, 150, 150, 1).growthRpcs(1, 100)).isEqualTo(2);
  }

  @Test
  void growsToTheDemandInWholeStepsAndNeverPastTheMaximum() {
    PoolShape shape = new PoolShape(100, 400, 40, 4);
    assertThat(shape.finalSessions(50)).isEqualTo(100);
    assertThat(shape.finalSessions(100)).isEqualTo(100);
    assertThat(shape.finalSessions(101)).isEqualTo(140);
    assertThat(shape.finalSessions(399)).isEqualTo(400);
    assertThat(shape.finalSessions(10_000)).isEqualTo(400);
  }

  @Test
  void agreesWithAPoolGrownStepByStep() {
    SplittableRandom random = new SplittableRandom(20200328);
    for (int i = 0; i < 10_000; i++) {
      int max = random.nextInt(1, 1_000);
      PoolShape shape =
          new PoolShape(
              random.nextInt(0, max + 1), max, random.nextInt(1, 300), random.nextInt(1, 17));
      int demand = random.nextInt(0, 2_000);
      int batchLimit = random.nextInt(1, 151);
      int rpcs = 0;
      int size = shape.minSessions();
      while (size < Math.min(demand, max)) {
        for (int missing = Math.min(shape.incStep(), max - size); missing > 0; rpcs++) {
          int answered = Math.min(missing, batchLimit);
          missing -= answered;
          size += answered;
        }
      }
      assertThat(shape.growthRpcs(demand, batchLimit))
          .as("%s to %d", shape, demand)
          .isEqualTo(rpcs);
      assertThat(shape.finalSessions(demand)).as("%s to %d", shape, demand).isEqualTo(size);
    }
  }

  @Test
  void doesNotOverflowAtTheLargestStep() {
    PoolShape shape = new PoolShape(0, Integer.MAX_VALUE, Integer.MAX_VALUE, 1);
    assertThat(shape.growthSteps(Integer.MAX_VALUE)).isEqualTo(1);
    assertThat(shape.finalSessions(5)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void aPoolMayStartAtItsMaximumAndHaveOneOrAllChannels() {
    assertThat(new PoolShape(400, 400, 1, 1).growthRpcs(800, 100)).isZero();
    assertThat(new PoolShape(256, 256, 1, 256).initialRpcs(NO_LIMIT)).isEqualTo(256);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "100|400|0|4|incStep=0: must be at least 1",
        "100|400|-1|4|incStep=-1: must be at least 1",
        "500|400|25|4|minSessions=500: must be at most maxSessions (400)",
        "-1|400|25|4|minSessions=-1: must be at least 0",
        "0|0|25|4|maxSessions=0: must be at least 1",
        "100|400|25|0|numChannels=0: must be from 1 to 256",
        "100|400|25|257|numChannels=257: must be from 1 to 256",
      })
  void rejectsInvalidConfigurations(
      int minSessions, int maxSessions, int incStep, int numChannels, String complaint) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new PoolShape(minSessions, maxSessions, incStep, numChannels))
        .withMessage(complaint);
  }
}
