package dev.sessionbench.lab.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.lab.load.CreationTime;
import dev.sessionbench.lab.load.DescribedLoad;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.lab.simulate.Costs;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Strategies;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests loads whose right answer is known without a simulation. */
class AdviceTest {
  private static final long TIMEOUT = 60_000_000_000L;

  static Demand demand(
      int peak, double rate, double hold, double create, double perSession, Limits limits) {
    return Demand.stated(
        peak,
        rate,
        hold,
        CreationTime.of(create, perSession),
        new DescribedLoad.Pool(
            limits.minSessions(),
            limits.maxSessions(),
            limits.numChannels(),
            TIMEOUT,
            /* failsWhenFull= */ false,
            /* fillsFirst= */ true));
  }

  private static Demand burst(int peak, Limits limits) {
    return demand(peak, 0, 40e6, 20e6, 0, limits);
  }

  private static Candidate fixedStep(int step) {
    return new Candidate(
        Strategies.FIXED_STEP, Map.of("incStep", Integer.toString(step)), Optional.empty());
  }

  /**
   * Eight requests at once are answered every 20 ms, and a served caller releases its session 40 ms
   * later. Step 1 serves 8, 16, 32, 48, 72, 96, 128 and then all 150; step 5 serves 40, 80, all.
   */
  @ParameterizedTest
  @CsvSource({"1, 160", "5, 60", "25, 20", "50, 20", "100, 20"})
  void aBurstOnAnEmptyPoolCostsWhatTheClosedFormSays(int step, double millis) {
    Limits limits = new Limits(0, 400, 4);
    Costs costs = Advice.of(burst(150, limits), List.of(fixedStep(step)), 1).costs(fixedStep(step));
    long requests = (150L + step - 1) / step;
    assertThat(costs.requests()).isEqualTo(requests);
    assertThat(costs.created()).isEqualTo(requests * step);
    assertThat(costs.waitMillis()).isCloseTo(millis, within(0.2));
  }

  @Test
  void allStrategiesCostTheSameOnAPoolThatStartsWithThePeak() {
    Demand demand = demand(20, 100, 40e6, 20e6, 0, new Limits(50, 80, 4));
    List<Candidate> candidates =
        List.of(
            fixedStep(1),
            fixedStep(25),
            new Candidate(Strategies.DOUBLING, Map.of(), Optional.empty()));
    Advice advice = Advice.of(demand, candidates, 1);
    assertThat(advice.tellsNothing()).isTrue();
    assertThat(advice.costs(advice.choice()).waitMillis()).isZero();
    assertThat(advised(demand, candidates)).startsWith("Not identifiable: all 3");
  }

  @Test
  void callersOneByOneNeedOneRequest() {
    // One caller a second that holds for ten microseconds: there are never two at once.
    Demand demand = demand(1, 1, 1e4, 20e6, 0, new Limits(0, 100, 1));
    Advice advice = Advice.of(demand, Candidate.all(demand.limits()), 1);
    Costs chosen = advice.costs(advice.choice());
    assertThat(chosen.requests()).isEqualTo(1);
    assertThat(chosen.created()).isEqualTo(1);
  }

  @Test
  void theMeanInUseFollowsLittlesLaw() {
    Demand demand = demand(1, 2_000, 40e6, 20e6, 0, new Limits(0, 400, 4));
    assertThat(demand.load().meanInUse()).isCloseTo(80, within(1e-9));
    assertThat(demand.hopeless()).isEmpty();
    assertThat(demand.with(Demand.Input.RATE, 5.1).hopeless()).isPresent();
  }

  @Test
  void theLoadLastsLongerThanCreatingSessions() {
    Limits limits = new Limits(0, 400, 4);
    Demand brief = demand(0, 50_000, 1e6, 24.5e6, 0, limits);
    assertThat(brief.load().untilNanos()).isCloseTo(245e6, within(1.0));
    Demand tooMany = demand(0, 50_000, 1e6, 100e6, 0, limits);
    assertThat(tooMany.hopeless().orElseThrow())
        .isEqualTo("50000 operations are too many to be simulated so often: must be at most 30000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{perSecond: 3000, lastsMillis: 4000, holdMillis: 100}, {perSecond: 3000, fromMillis: 4000, lastsMillis: 4000, holdMillis: 100} | true",
        "{perSecond: 10000, lastsMillis: 100, holdMillis: 50} | true",
        "{perSecond: 5000, lastsMillis: 4000, holdMillis: 100}, {perSecond: 3000, fromMillis: 3000, lastsMillis: 1000, holdMillis: 100} | false",
      })
  void aBacklogLongerThanTheTimeoutIsHopeless(String callers, boolean served) {
    String yaml =
        "{description: x, pool: {maxSessions: 400, acquireTimeoutMillis: 1000}, callers: [%s]}";
    Demand demand = Demand.of(LoadFile.parse("a.yaml", yaml.formatted(callers)));
    assertThat(demand.hopeless().isEmpty()).isEqualTo(served);
  }

  private static String advised(Demand demand, List<Candidate> candidates) {
    Advice advice = Advice.of(demand, candidates, Advice.DRAWS);
    return new Advised("", demand, load -> "", Optional.empty(), candidates, advice).text();
  }

  @Test
  void eachInputIsChangedAlone() {
    Demand base = demand(150, 2_000, 40e6, 20e6, 0, new Limits(30, 400, 4));
    assertThat(base.units().sessions()).isCloseTo(150, within(20.0));
    Costs.Units twice = base.with(Demand.Input.CREATE, 2).units();
    assertThat(twice).isEqualTo(new Costs.Units(base.units().sessions(), 40));
    for (Demand.Input input : Demand.Input.values()) {
      Demand changed = base.with(input, 2);
      assertThat(changed).as("%s", input).isNotEqualTo(base);
      assertThat(changed.with(input, 0.5).units()).as("%s", input).isEqualTo(base.units());
      assertThat(changed.load().untilNanos()).as("%s", input).isEqualTo(500e6);
    }
    assertThat(base.bounds())
        .contains(base.limits(), new Limits(0, 400, 4))
        .allMatch(bounds -> bounds.minSessions() <= bounds.maxSessions());
  }

  @Test
  void aPeakEqualToTheMeanInUseAddsNoCallers() {
    Demand rate = demand(0, 2_000, 40e6, 20e6, 0, new Limits(0, 400, 4));
    assertThat(demand(80, 2_000, 40e6, 20e6, 0, new Limits(0, 400, 4))).isEqualTo(rate);
    assertThat(advised(rate, List.of(fixedStep(5), fixedStep(25))))
        .contains("rate halved", "hold doubled", "min=0 max=")
        .doesNotContain("peak");
  }

  @Test
  void strategiesWhoseOrderChangesBetweenDrawsAreClose() {
    Costs good = new Costs(0, 10, 5, 5, 10, 10);
    Costs bad = new Costs(0, 20, 5, 5, 10, 10);
    Map<Candidate, List<Costs>> draws =
        Map.of(
            fixedStep(1), List.of(good, good, good),
            fixedStep(5), List.of(bad, good, bad),
            fixedStep(25), List.of(bad, bad, bad));
    Advice advice = new Advice(new Costs.Units(10, 20), draws);
    assertThat(advice.choice()).isEqualTo(fixedStep(1));
    assertThat(advice.close(fixedStep(1))).containsExactly(fixedStep(5));
  }

  @Test
  void theAdviceStatesItsLoadAndWhetherAPoolHasTheChoice() {
    assertThat(
            advised(
                demand(150, 2_000, 40e6, 20e6, 0.4e6, new Limits(0, 400, 4)),
                List.of(fixedStep(5), fixedStep(25))))
        .startsWith(
            "Played three times for each of 2 candidates: about 1070 callers in 0.5 s, on pools that")
        .contains(
            "played once over the same time:",
            "Pools that have it: google-cloud-spanner (Java) 1.53.0");
    Candidate doubling = new Candidate(Strategies.DOUBLING, Map.of(), Optional.empty());
    assertThat(advised(burst(150, new Limits(0, 400, 4)), List.of(fixedStep(1), doubling)))
        .contains(
            "No published pool has it. Of those that one has, the best is fixed-step incStep=1: ");
  }

  @Test
  void theAdviceVariesMinimumAndMaximum() {
    String text =
        advised(
            demand(150, 0, 40e6, 20e6, 0, new Limits(0, 400, 4)),
            List.of(fixedStep(5), fixedStep(25)));
    String bounds = text.substring(text.indexOf("The same strategy with other bounds:"));
    assertThat(bounds)
        .containsPattern("> min=150 max=150 incStep=\\d+ +\\| +0.0 ")
        .contains("Least weight: min=150 max=150", "do not separate it from min=150 max=300");
  }

  @Test
  void costlierSessionsMakeLargerStepsCostlier() {
    Limits limits = new Limits(0, 400, 4);
    List<Candidate> steps = List.of(fixedStep(5), fixedStep(100));
    Demand flat = burst(30, limits);
    Demand perSession = demand(30, 0, 40e6, 20e6, 2e6, limits);
    double flatWait = Advice.of(flat, steps, 1).costs(fixedStep(100)).waitMillis();
    double dearWait = Advice.of(perSession, steps, 1).costs(fixedStep(100)).waitMillis();
    assertThat(flatWait).isCloseTo(20, within(0.1));
    assertThat(dearWait).isCloseTo(20 + 100 * 2, within(0.3));
    assertThat(Advice.of(perSession, steps, 1).costs(fixedStep(5)).waitMillis())
        .isCloseTo(20 + 5 * 2, within(0.1));
  }

  @Test
  void noCandidateOfTheFrontIsDominatedAndItHasTheChoice() {
    Demand demand = demand(60, 500, 20e6, 20e6, 0.4e6, new Limits(0, 200, 4));
    Advice advice = Advice.of(demand, Candidate.all(demand.limits()), 1);
    List<Candidate> front = advice.front();
    for (Candidate one : front) {
      assertThat(advice.costs().values()).noneMatch(c -> c.dominates(advice.costs(one)));
    }
    assertThat(front).anyMatch(c -> advice.costs(c).isLike(advice.costs(advice.choice())));
  }

  @Test
  void aPoolFullFromTheStartIsNotChosenForItsShortWaits() {
    Limits limits = new Limits(0, 400, 4);
    Demand demand = demand(150, 2_000, 40e6, 20e6, 0.4e6, limits);
    Candidate full = new Candidate(Strategies.FIXED_SIZE, Map.of(), Optional.empty());
    Advice advice = Advice.of(demand, List.of(full, fixedStep(25)), 1);
    assertThat(advice.costs(full).waitMillis()).isZero();
    assertThat(advice.costs(full).idle()).isGreaterThan(2 * 150);
    assertThat(advice.choice()).isEqualTo(fixedStep(25));
  }

  @Test
  void theWeightIsTheSumOfCostsInUnitsOfTheLoad() {
    Demand demand = demand(50, 0, 40e6, 19e6, 1e6, new Limits(0, 400, 4));
    assertThat(new Costs(0, 40, 10, 15, 65, 65).weight(demand.units()))
        .isCloseTo(40.0 / 20 + 25.0 / 50, within(1e-9));
  }
}
