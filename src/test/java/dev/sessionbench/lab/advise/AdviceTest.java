package dev.sessionbench.lab.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.lab.advise.Demand.FileDemand;
import dev.sessionbench.lab.load.DescribedLoad;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.lab.simulate.Costs;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Strategies;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads of which the right answer is known without a simulation. */
class AdviceTest {
  private static final long TIMEOUT = 60_000_000_000L;

  private static StatedDemand burst(int peak, Limits limits) {
    return new StatedDemand(peak, 0, 40e6, DescribedLoad.creation(20e6, 0), limits, TIMEOUT);
  }

  private static Candidate fixedStep(int step) {
    return new Candidate(Strategies.FIXED_STEP, Map.of("incStep", Integer.toString(step)));
  }

  /**
   * Eight requests at once arrive every 20 ms, and who has been served gives back 40 ms later. By
   * step 1 that serves 8, 16, 32, 48, 72, 96, 128 and then all of 150; by step 5 it is 40, 80, all.
   */
  @ParameterizedTest
  @CsvSource({"1, 160", "5, 60", "25, 20", "50, 20", "100, 20"})
  void aBurstOnAnEmptyPoolCostsTheClientsRuleWhatItsClosedFormSays(int step, double millis) {
    Limits limits = new Limits(0, 400, 4);
    Costs costs = Advice.of(burst(150, limits), List.of(fixedStep(step))).costs(fixedStep(step));
    long requests = (150L + step - 1) / step;
    assertThat(costs.requests()).isEqualTo(requests);
    assertThat(costs.created()).isEqualTo(requests * step);
    assertThat(costs.waitMillis()).isCloseTo(millis, within(0.2));
  }

  @Test
  void aPoolThatHoldsThePeakFromTheStartTellsNoRuleFromAnother() {
    Demand demand =
        new StatedDemand(
            20, 100, 40e6, DescribedLoad.creation(20e6, 0), new Limits(50, 80, 4), TIMEOUT);
    List<Candidate> candidates =
        List.of(fixedStep(1), fixedStep(25), new Candidate(Strategies.DOUBLING, Map.of()));
    Advice advice = Advice.of(demand, candidates);
    assertThat(advice.tellsNothing()).isTrue();
    assertThat(advice.costs(advice.choice()).waitMillis()).isZero();
    assertThat(advised(demand, candidates)).startsWith("Not identifiable: all 3");
  }

  @Test
  void wherePeopleComeOneByOneNoRuleNeedsMoreThanOneRequestAndTheChoiceHasNoIdleSession() {
    // One caller a second, who holds for ten microseconds: there is never a second one.
    Demand demand =
        new StatedDemand(
            1, 1, 1e4, DescribedLoad.creation(20e6, 0), new Limits(0, 100, 1), TIMEOUT);
    Advice advice = Advice.of(demand, Candidate.all(demand.limits()));
    Costs chosen = advice.costs(advice.choice());
    assertThat(chosen.requests()).isEqualTo(1);
    assertThat(chosen.created()).isEqualTo(1);
  }

  @Test
  void theMeanInUseIsLittles() {
    StatedDemand demand =
        new StatedDemand(
            1, 2_000, 40e6, DescribedLoad.creation(20e6, 0), new Limits(0, 400, 4), TIMEOUT);
    assertThat(demand.meanInUse()).isCloseTo(80, within(1e-9));
    assertThat(demand.hopeless()).isEmpty();
    assertThat(demand.with(Demand.Input.RATE, 5.1).hopeless()).isPresent();
  }

  @Test
  void theLoadGoesOnForLongerThanItTakesToCreateSessions() {
    Limits limits = new Limits(0, 400, 4);
    StatedDemand brief =
        new StatedDemand(0, 50_000, 1e6, DescribedLoad.creation(24.5e6, 0), limits, TIMEOUT);
    assertThat(brief.load().untilNanos()).isCloseTo(245e6, within(1.0));
    StatedDemand tooMany =
        new StatedDemand(0, 50_000, 1e6, DescribedLoad.creation(100e6, 0), limits, TIMEOUT);
    assertThat(tooMany.hopeless().orElseThrow())
        .endsWith("are 50000 operations to simulate: must be at most 30000");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{perSecond: 3000, lastsMillis: 4000, holdMillis: 100}, {perSecond: 3000, fromMillis: 4000, lastsMillis: 4000, holdMillis: 100} | true",
        "{perSecond: 10000, lastsMillis: 100, holdMillis: 50} | true",
        "{perSecond: 5000, lastsMillis: 4000, holdMillis: 100}, {perSecond: 3000, fromMillis: 3000, lastsMillis: 1000, holdMillis: 100} | false",
      })
  void onlyWhatPilesUpForLongerThanCallersWaitCanNotBeServed(String callers, boolean served) {
    String yaml =
        "{description: x, pool: {maxSessions: 400, acquireTimeoutMillis: 1000}, callers: [%s]}";
    Demand demand = new FileDemand(LoadFile.parse("a.yaml", yaml.formatted(callers)));
    assertThat(demand.hopeless().isEmpty()).isEqualTo(served);
  }

  private static String advised(Demand demand, List<Candidate> candidates) {
    return new Advised("", demand, "", candidates).text();
  }

  private static StatedDemand stated(int peak, double rate, double holdMillis) {
    return new StatedDemand(
        peak,
        rate,
        holdMillis * 1e6,
        DescribedLoad.creation(20e6, 0.4e6),
        new Limits(0, 400, 4),
        TIMEOUT);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 80, 150})
  void whatChangesAboveThePeakIsAdvisedOnAsIfItHadBeenAskedAboutForAsLong(int peak) {
    Demand faster = stated(peak, 2_000, 40).with(Demand.Input.RATE, 2);
    assertThat(faster.units()).isEqualTo(stated(0, 4_000, 40).units());
    assertThat(faster.units().sessions()).isEqualTo(160);
    long lasts = stated(peak, 2_000, 40).lastsNanos();
    assertThat(faster.load()).isEqualTo(stated(0, 4_000, 40).withLastsNanos(lasts).load());
    Demand longer = stated(peak, 2_000, 40).with(Demand.Input.HOLD, 2);
    assertThat(longer.units()).isEqualTo(stated(0, 2_000, 80).units());
    assertThat(longer.load()).isEqualTo(stated(0, 2_000, 80).withLastsNanos(lasts).load());
  }

  @Test
  void aPeakIsNeverBelowWhatTheRateMakes() {
    assertThat(stated(150, 2_000, 40).with(Demand.Input.PEAK, 0.5))
        .isEqualTo(stated(80, 2_000, 40));
    assertThat(stated(80, 2_000, 40).with(Demand.Input.PEAK, 0.5)).isEqualTo(stated(80, 2_000, 40));
    assertThat(stated(10, 2_000, 40).units().sessions()).isEqualTo(80);
    // Of 33 sessions in use, which as a product of these is 33.00000000000001.
    assertThat(stated(0, 1.1, 30_000).units().sessions()).isEqualTo(33);
  }

  @Test
  void theRowsSayWhereThereIsNoPeakLeftAndHaveNoneOfAPeakThatWasLeftOut() {
    List<Candidate> steps = List.of(fixedStep(5), fixedStep(25));
    String text = advised(stated(150, 2_000, 40), steps);
    assertThat(text)
        .containsPattern("rate doubled .* no peak above the 160 that the rate makes")
        .containsPattern("hold doubled .* no peak above the 160 that the rate makes")
        .containsPattern("peak halved .* no peak above the 80 that the rate makes");
    assertThat(text.lines().filter(line -> line.contains("no peak"))).hasSize(3);
    assertThat(advised(stated(0, 2_000, 40), steps))
        .contains("rate halved", "hold doubled")
        .doesNotContain("peak");
  }

  @Test
  void theAdviceStatesItsLoadAndWhetherAPoolHasTheChoice() {
    assertThat(advised(stated(150, 2_000, 40), List.of(fixedStep(5), fixedStep(25))))
        .startsWith(
            "Played once for each of 2 candidates: about 1070 callers in 0.5 s, on pools that")
        .contains("over the same 0.5 s:", "Pools that have it: google-cloud-spanner (Java) 1.53.0");
    Candidate doubling = new Candidate(Strategies.DOUBLING, Map.of());
    assertThat(advised(burst(150, new Limits(0, 400, 4)), List.of(fixedStep(1), doubling)))
        .contains(
            "No published pool has it. Of those that one has, the best is fixed-step incStep=1: ");
  }

  @Test
  void aLargerStepIsDearerTheMoreASessionCosts() {
    Limits limits = new Limits(0, 400, 4);
    List<Candidate> steps = List.of(fixedStep(5), fixedStep(100));
    Demand flat = burst(30, limits);
    Demand perSession =
        new StatedDemand(30, 0, 40e6, DescribedLoad.creation(20e6, 2e6), limits, TIMEOUT);
    double flatWait = Advice.of(flat, steps).costs(fixedStep(100)).waitMillis();
    double dearWait = Advice.of(perSession, steps).costs(fixedStep(100)).waitMillis();
    assertThat(flatWait).isCloseTo(20, within(0.1));
    assertThat(dearWait).isCloseTo(20 + 100 * 2, within(0.3));
    assertThat(Advice.of(perSession, steps).costs(fixedStep(5)).waitMillis())
        .isCloseTo(20 + 5 * 2, within(0.1));
  }

  @Test
  void nothingOfTheFrontIsBeatenAndTheChoiceIsOfIt() {
    Demand demand =
        new StatedDemand(
            60, 500, 20e6, DescribedLoad.creation(20e6, 0.4e6), new Limits(0, 200, 4), TIMEOUT);
    Advice advice = Advice.of(demand, Candidate.all(demand.limits()));
    List<Candidate> front = advice.front();
    for (Candidate one : front) {
      assertThat(advice.costs().values()).noneMatch(c -> c.dominates(advice.costs(one)));
    }
    assertThat(front).anyMatch(c -> advice.costs(c).isLike(advice.costs(advice.choice())));
  }

  @Test
  void aPoolThatIsFullFromTheStartIsNotChosenForWaitsThatAreShort() {
    Limits limits = new Limits(0, 400, 4);
    Demand demand =
        new StatedDemand(150, 2_000, 40e6, DescribedLoad.creation(20e6, 0.4e6), limits, TIMEOUT);
    Candidate full = new Candidate(Strategies.FIXED_SIZE, Map.of());
    Advice advice = Advice.of(demand, List.of(full, fixedStep(25)));
    assertThat(advice.costs(full).waitMillis()).isZero();
    assertThat(advice.costs(full).idle()).isGreaterThan(2 * 150);
    assertThat(advice.choice()).isEqualTo(fixedStep(25));
  }

  @Test
  void theWeightIsTheSumOfCostsInUnitsOfTheLoad() {
    Demand demand =
        new StatedDemand(
            50, 0, 40e6, DescribedLoad.creation(19e6, 1e6), new Limits(0, 400, 4), TIMEOUT);
    assertThat(new Costs(0, 40, 10, 15, 65, 65).weight(demand.units()))
        .isCloseTo(40.0 / 20 + 25.0 / 50, within(1e-9));
  }
}
