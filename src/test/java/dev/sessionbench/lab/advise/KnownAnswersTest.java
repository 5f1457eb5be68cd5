package dev.sessionbench.lab.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.lab.simulate.Costs;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Strategies;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests five loads for which the right advice follows from a few lines of arithmetic. */
class KnownAnswersTest {
  private static final Limits EMPTY = new Limits(0, 400, 4);

  private static Candidate step(int step) {
    return new Candidate(
        Strategies.FIXED_STEP_WOKEN, Map.of("incStep", Integer.toString(step)), Optional.empty());
  }

  private static Costs chosen(Demand demand) {
    Advice advice = Advice.of(demand, Candidate.all(demand.limits()), 1);
    return advice.costs(advice.choice());
  }

  /**
   * At 2,000 callers a second that hold for 40 ms, N = 80 sessions are in use on average (Little
   * 1961). With Poisson arrivals the number in use has the Poisson distribution of that mean. It
   * almost never exceeds the mean by four standard deviations. So the choice must have created from
   * 80 to 80 + 4 x 9 sessions, and at most one step more.
   */
  @Test
  void aConstantRateNeedsTheSessionsOfLittlesLaw() {
    Costs costs = chosen(AdviceTest.demand(80, 2_000, 40e6, 20e6, 0, EMPTY));
    assertThat(costs.created()).isBetween(80L, 80L + 36 + 25);
  }

  /**
   * Sixty callers at one moment on an empty pool wait 20 ms for a creation, with any strategy, and
   * need at least one request. So no weight is below 1 + 1/60. Steps of ten make six requests and
   * no session too many, so the choice weighs at most 1 + 6/60.
   */
  @Test
  void aBurstCostsOneCreationAndFewRequests() {
    Demand demand = AdviceTest.demand(60, 0, 1e9, 20e6, 0, EMPTY);
    Costs costs = chosen(demand);
    assertThat(costs.weight(demand.units())).isBetween(1 + 1 / 60.0 - 1e-9, 1.1 + 1e-2);
  }

  /** A pool that can hold the burst from the start makes no request, with any strategy. */
  @Test
  void allStepsCostTheSameOnABurstWithinTheMinimum() {
    Demand demand = AdviceTest.demand(60, 0, 40e6, 20e6, 0, new Limits(60, 400, 4));
    List<Candidate> steps = Stream.of(1, 5, 25, 100).map(KnownAnswersTest::step).toList();
    assertThat(Advice.of(demand, steps, 1).tellsNothing()).isTrue();
  }

  /**
   * By steps, a burst of n = 150 beyond a minimum of 30 takes {@code ceil((150 - 30) / step)}
   * requests. Four more fill the minimum. All run at once, so every waiter has waited 20 ms.
   */
  @Test
  void aBurstBeyondTheMinimumTakesTheStepsOfTheClosedForm() {
    Demand demand = AdviceTest.demand(150, 0, 1e9, 20e6, 0, new Limits(30, 400, 4));
    for (int step : new int[] {7, 25, 50}) {
      Costs costs = Advice.of(demand, List.of(step(step)), 1).costs(step(step));
      assertThat(costs.requests()).isEqualTo(4 + (120 + step - 1) / step);
      assertThat(costs.waitMillis()).isCloseTo(20, within(0.2));
    }
  }

  /**
   * A request takes a + b for each session, and any number of requests run at once. With steps of
   * k, a burst of n waits a + b k and takes n / k requests. The weight (a + b k) / (a + b) + 1 / k
   * is least at k = sqrt((a + b) / b). With a = 20 and b = 0.8 ms that is 5.1.
   */
  @Test
  void theBestStepOfABurstFollowsTheSquareRoot() {
    Demand demand = AdviceTest.demand(100, 0, 1e9, 20e6, 0.8e6, EMPTY);
    List<Candidate> steps = Stream.of(1, 2, 5, 10, 20, 50).map(KnownAnswersTest::step).toList();
    Advice advice = Advice.of(demand, steps, 1);
    assertThat(advice.choice()).isEqualTo(step(5));
    for (int k : new int[] {1, 2, 5, 10, 20, 50}) {
      assertThat(advice.weight(step(k))).isCloseTo((20 + 0.8 * k) / 20.8 + 1.0 / k, within(0.01));
    }
  }
}
