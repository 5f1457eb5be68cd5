package dev.sessionbench.base.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.sessionbench.base.results.SimulatedShares;
import dev.sessionbench.base.results.SimulatedShares.Share;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Chains of gates whose truth is known. A gate has 12 pairs of forks, and its estimate a standard
 * error of 0.7 %, as the figures of real gates have.
 */
class LevelsTest {
  private static final int PAIRS = 12;
  private static final double ERROR = 0.007;

  /** Of all figures of a history together. */
  private static final double ALPHA = 0.05;

  private static final int FIGURES = 15;

  private static final double STEP = Math.log(1.05);
  private static final String SEEN = "seen";

  /** A gate as it is recorded: the mean of its pairs, and what they say of its error. */
  private static Levels.Estimate gate(double truth, DoubleSupplier noise) {
    double[] pairs =
        DoubleStream.generate(noise)
            .limit(PAIRS)
            .map(z -> truth + z * ERROR * Math.sqrt(PAIRS))
            .toArray();
    double mean = DoubleStream.of(pairs).average().orElseThrow();
    double squares = DoubleStream.of(pairs).map(x -> (x - mean) * (x - mean)).sum();
    return new Levels.Estimate(mean, Math.sqrt(squares / (PAIRS - 1) / PAIRS), PAIRS);
  }

  private static List<Levels.Estimate> chain(
      int gates, IntToDoubleFunction truth, DoubleSupplier noise) {
    return IntStream.range(0, gates).mapToObj(i -> gate(truth.applyAsDouble(i), noise)).toList();
  }

  private static DoubleSupplier normal(long seed) {
    return new SplittableRandom(seed)::nextGaussian;
  }

  /** Student's t with 4 degrees of freedom, scaled to a standard deviation of 1. */
  private static DoubleSupplier heavyTailed(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return () -> {
      double chiSquare = 0;
      for (int i = 0; i < 4; i++) {
        chiSquare += Math.pow(random.nextGaussian(), 2);
      }
      return random.nextGaussian() / Math.sqrt(chiSquare / 4) / Math.sqrt(2);
    };
  }

  private static List<Levels.Level> levels(List<Levels.Estimate> chain) {
    return Levels.of(chain, ALPHA / FIGURES);
  }

  /**
   * How many of some histories of 100 gates, each of 15 figures, have a false alarm.
   *
   * @param nights the standard deviation by which nights differ besides
   */
  private static long falseAlarms(int histories, boolean heavyTailed, double nights) {
    return IntStream.range(0, histories)
        .parallel()
        .filter(
            history ->
                IntStream.range(0, FIGURES)
                    .mapToLong(figure -> 1_000L * FIGURES + history * (long) FIGURES + figure)
                    .mapToObj(seed -> heavyTailed ? heavyTailed(seed) : normal(seed))
                    .anyMatch(
                        noise ->
                            levels(chain(100, i -> nights * noise.getAsDouble(), noise)).size()
                                > 1))
        .count();
  }

  /** At which gate, from 1, after so many quiet ones each of some histories is first alarmed. */
  private static List<Integer> foundAfter(
      int histories, int quiet, IntToDoubleFunction truthAfter) {
    List<Integer> found = new ArrayList<>();
    for (int history = 0; history < histories; history++) {
      List<Levels.Level> levels =
          levels(
              chain(
                  quiet + 10,
                  i -> i < quiet ? 0 : truthAfter.applyAsDouble(i - quiet),
                  normal(history)));
      found.add(levels.size() == 1 ? 99 : levels.get(1).foundAt() - quiet + 1);
    }
    return found;
  }

  @Test
  void aChainThatNeverMovesHasNoAlarm() {
    assertThat(falseAlarms(20, false, 0)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5, 30})
  void ofTenMergesThatEachAddTwoAndAHalfPercentTheFifthIsTheLatestThatGoesUnseen(int quiet) {
    assertThat(mergesFound(quiet, 100)).isGreaterThanOrEqualTo(95);
  }

  /** In how many histories merges of +2.5 % have an alarm at the fifth of them at the latest. */
  private static long mergesFound(int quiet, int histories) {
    return foundAfter(histories, quiet, i -> (i + 1) * Math.log(1.025)).stream()
        .filter(at -> at <= 5)
        .count();
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 30, 90})
  void aStepOfFivePercentIsFoundWithinThreeGatesAndDatedRightly(int quiet) {
    assertThat(stepsFound(quiet)).isGreaterThanOrEqualTo(98);
    assertThat(stepsDated(quiet)).isGreaterThanOrEqualTo(98);
  }

  /** In how many of a hundred histories a step of 5 % has an alarm within three gates. */
  private static long stepsFound(int quiet) {
    return foundAfter(100, quiet, i -> STEP).stream().filter(at -> at <= 3).count();
  }

  /** In how many of them it is taken for one step, at the right gate. */
  private static long stepsDated(int quiet) {
    int dated = 0;
    for (int history = 0; history < 100; history++) {
      List<Levels.Level> levels =
          levels(chain(quiet + 10, i -> i < quiet ? 0 : STEP, normal(history)));
      assertThat(levels.get(1).value() - levels.get(0).value()).isBetween(STEP - 0.02, STEP + 0.02);
      assertThat(levels.get(1).isAbove(levels.get(0))).isTrue();
      dated += levels.size() == 2 && levels.get(1).from() == quiet ? 1 : 0;
    }
    return dated;
  }

  /**
   * After a change of the rule the data is made anew, to be looked at, by
   *
   * <pre>mvn test -Pslow -Dtest=LevelsTest -Dgolden.write=true</pre>
   */
  @Test
  @Tag("slow")
  void manyHistoriesAreAsTheDocumentSays() {
    List<Share> shares = new ArrayList<>();
    String still = "alarm in a chain that never moves, noise ";
    shares.add(alarms(ALPHA, still + "normal", 1_000, false, 0));
    shares.add(alarms(ALPHA, still + "t with 4 degrees of freedom", 1_000, true, 0));
    shares.add(alarms(0.4, still + "normal, and nights vary by as much again", 100, false, ERROR));
    for (int quiet : new int[] {0, 1, 5, 30}) {
      String what = "ten merges of +2.5 %, alarm at the fifth at the latest; quiet gates before: ";
      long seen = mergesFound(quiet, 2_000);
      shares.add(Share.above(0.95, what + quiet, SEEN, 2_000, seen));
    }
    for (int quiet : new int[] {5, 30, 90}) {
      String found = "one step of 5 %, alarm within three gates; quiet gates before: ";
      shares.add(Share.above(0.97, found + quiet, SEEN, 100, stepsFound(quiet)));
      String dated = "one step of 5 %, one move and dated rightly; quiet gates before: ";
      shares.add(Share.above(0.97, dated + quiet, SEEN, 100, stepsDated(quiet)));
    }
    SimulatedShares.assertHolds(Path.of("results/gate/simulated/drift.json"), shares);
  }

  private static Share alarms(
      double most, String what, int histories, boolean heavyTailed, double nights) {
    long seen = falseAlarms(histories, heavyTailed, nights);
    return Share.atMost(most, what, SEEN, histories, seen);
  }

  @Test
  void aMoveOnceFoundStaysFoundAsTheChainGrows() {
    List<Levels.Estimate> chain = chain(40, i -> i < 20 ? 0 : 0.05, normal(1));
    Levels.Level found = levels(chain).get(1);
    for (int n = found.foundAt() + 1; n <= chain.size(); n++) {
      assertThat(levels(chain.subList(0, n)).get(1).from()).isEqualTo(found.from());
    }
  }

  @Test
  void aStepBackIsALevelThatIsNotAboveTheFirst() {
    List<Levels.Level> levels = levels(chain(30, i -> i < 10 || i >= 20 ? 0 : 0.05, normal(3)));
    assertThat(levels).extracting(Levels.Level::from).containsExactly(0, 10, 20);
    assertThat(levels.get(1).isAbove(levels.get(0))).isTrue();
    assertThat(levels.get(2).isAbove(levels.get(0))).isFalse();
  }

  @Test
  void aGateThatTakesItselfForSurerThanAllOthersIsNotBelieved() {
    List<Levels.Estimate> chain = new ArrayList<>(chain(20, i -> 0, normal(4)));
    chain.set(10, new Levels.Estimate(0.012, 0.0004, 2));
    assertThat(levels(chain)).hasSize(1);
  }

  @Test
  void aNightThatSaysItselfThatItWasNoisyCountsForLittle() {
    List<Levels.Estimate> chain = new ArrayList<>(chain(20, i -> 0, normal(4)));
    chain.set(10, new Levels.Estimate(0.08, 0.05, PAIRS));
    assertThat(levels(chain)).hasSize(1);
  }

  @Test
  void theStepThatIsCalledDetectableIsFoundInNineOfTenChains() {
    int found = 0;
    for (int history = 0; history < 200; history++) {
      DoubleSupplier noise = normal(history);
      List<Levels.Estimate> chain = chain(20, i -> 0, noise);
      Levels.Level last = levels(chain).get(0);
      double step = Levels.detectable(chain, last, ALPHA / FIGURES, 3);
      assertThat(step).isBetween(0.02, 0.05);
      List<Levels.Estimate> longer = new ArrayList<>(chain);
      longer.addAll(chain(3, i -> step, noise));
      found += levels(longer).size() > 1 ? 1 : 0;
    }
    assertThat(found).isGreaterThanOrEqualTo(170);
  }

  @Test
  void aMetricWithoutNoiseIsNotAlarmedByNextToNothing() {
    List<Levels.Estimate> chain =
        IntStream.range(0, 20)
            .mapToObj(i -> new Levels.Estimate(i < 10 ? 0 : 0.0005, 0, PAIRS))
            .toList();
    assertThat(levels(chain)).hasSize(1);
    List<Levels.Estimate> moved =
        IntStream.range(0, 20)
            .mapToObj(i -> new Levels.Estimate(i < 10 ? 0 : 0.01, 0, PAIRS))
            .toList();
    assertThat(levels(moved)).extracting(Levels.Level::from).containsExactly(0, 10);
  }

  @Test
  void oneGateIsOneLevel() {
    assertThat(levels(chain(1, i -> 0.5, normal(1))))
        .singleElement()
        .satisfies(level -> assertThat(level.value()).isCloseTo(0.5, offset(0.05)));
  }
}
