package dev.sessionbench.lab.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.lab.load.DescribedLoad.Pool;
import dev.sessionbench.lab.load.LoadFile;
import dev.sessionbench.lab.strategy.Limits;
import dev.sessionbench.lab.strategy.Strategies;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the pools whose own settings {@code advise --for} chooses. */
class ConfigurablePoolTest {
  private static final Demand DEMAND = demand("acquireTimeoutMillis: 60000", 100);

  private static Demand demand(String setting, int holdMillis) {
    return Demand.of(
        LoadFile.parse(
            "a.yaml",
            """
            description: Forty callers at once
            pool: {minSessions: 5, maxSessions: 20, %s}
            creation: {millis: 25}
            callers: [{atOnce: 40, atMillis: 0, holdMillis: %d}]
            """
                .formatted(setting, holdMillis)));
  }

  private static Advised advised(Demand demand, String pool) {
    return Advised.of("", demand, load -> "" + load.pool(), Optional.of(pool(pool)));
  }

  private static ConfigurablePool pool(String name) {
    return ConfigurablePool.named(name).orElseThrow();
  }

  private static Candidate with(ConfigurablePool pool, int min, int max) {
    return new Candidate(pool.strategy(), Map.of(), Optional.of(new Limits(min, max, 4)));
  }

  @ParameterizedTest
  @CsvSource({
    "hikaricp, one-per-waiter-elided",
    "c3p0-0.10.1, target-plus-increment",
    "built, fixed-step",
    "6.107.0, fixed-step",
    "1.52.0, one-per-excess-waiter"
  })
  void aPoolGrowsByItsStrategy(String name, String strategy) {
    assertThat(pool(name).strategy()).isEqualTo(Strategies.named(strategy));
  }

  @ParameterizedTest
  @CsvSource({"6.108.0", "newest", "multiplexed-6.107.0"})
  void aClientThatUsesNoPoolHasNothingToSet(String name) {
    assertThat(ConfigurablePool.named(name)).isEmpty();
  }

  @Test
  void anUnknownPoolIsRefusedByTheNameOfTheOption() {
    assertThatThrownBy(() -> ConfigurablePool.named("dbcp9"))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("--for dbcp9: must be built, newest");
  }

  @Test
  void todaysSettingsAreTriedFirstAndTheMaximumIsVariedBeyondThem() {
    List<Candidate> candidates = pool("hikaricp").candidates(DEMAND);
    assertThat(candidates.get(0)).hasToString("min=5 max=20");
    assertThat(candidates)
        .extracting(Candidate::toString)
        .doesNotHaveDuplicates()
        .contains("min=40 max=40", "min=0 max=80", "min=20 max=20");
  }

  @Test
  void onlyAPoolThatTakesAnIncrementIsTriedWithSeveral() {
    assertThat(pool("c3p0").candidates(DEMAND))
        .extracting(Candidate::toString)
        .contains("min=40 max=40 increment=1", "min=40 max=40 increment=25");
    assertThat(pool("agroal").candidates(DEMAND))
        .allMatch(candidate -> candidate.chosen().isEmpty());
  }

  @Test
  void theConfigurationHasThePoolsOwnNames() {
    Pool options = DEMAND.load().pool();
    ConfigurablePool hikari = pool("hikaricp");
    assertThat(hikari.configuration(with(hikari, 3, 9), options))
        .isEqualTo("    minimumIdle=3\n    maximumPoolSize=9\n    connectionTimeout=60000\n");
    ConfigurablePool client = pool("6.107.0");
    assertThat(client.configuration(with(client, 3, 9), options))
        .contains(".setMinSessions(3)")
        .contains(".setMaxSessions(9)");
  }

  @ParameterizedTest
  @CsvSource({"hikaricp", "dbcp2", "c3p0", "tomcat-jdbc", "agroal", "vibur", "reactor-pool"})
  void everyConnectionIsARequestOfItsOwn(String name) {
    Advice advice = advised(DEMAND, name).advice();
    assertThat(advice.costs().values())
        .allSatisfy(costs -> assertThat(costs.requests()).isEqualTo(costs.created()));
    assertThat(advice.units().sessions()).isEqualTo(40);
  }

  @Test
  void reactorsConfigurationIsCode() {
    ConfigurablePool reactor = pool("reactor-pool");
    assertThat(reactor.configuration(with(reactor, 3, 9), DEMAND.load().pool()))
        .contains("sizeBetween(3, 9)", "Duration.ofMillis(60000)");
  }

  @Test
  void aTimeoutIsNamedWithWhichTodaysBoundsRefuseNobody() {
    assertThat(advised(demand("acquireTimeoutMillis: 300", 3_000), "hikaricp").text())
        .containsPattern("Today's min=5 max=20: .* callers refused")
        .contains("Nobody is refused by min=5 max=20 timeout=6000 ms: wait p99 ")
        .contains("    connectionTimeout=300\n");
    assertThat(advised(DEMAND, "hikaricp").text()).doesNotContain("timeout=");
  }

  @Test
  void aLoadThatOnlyALargerMaximumCanServeIsNotHopeless() {
    Demand demand = AdviceTest.demand(0, 1_000, 100e6, 20e6, 0, new Limits(0, 20, 4));
    assertThat(Advised.hopeless(demand, Optional.empty())).isPresent();
    assertThat(Advised.hopeless(demand, Optional.of(pool("hikaricp")))).isEmpty();
  }

  @Test
  void whatAPoolCannotDoIsRefused() {
    Pool load = DEMAND.load().pool();
    assertThatThrownBy(() -> pool("hikaricp").check(load.within(load.limits(), 249_000_000)))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "--for hikaricp-6.3.0: its callers cannot wait 249 ms: connectionTimeout must be at least 250 ms");
    Pool failing = new Pool(5, 20, 4, 60_000_000_000L, /* failsWhenFull= */ true, true);
    assertThatThrownBy(() -> pool("vibur").check(failing))
        .isInstanceOf(BadInput.class)
        .hasMessage("--for vibur-26.0: its callers wait; leave failsWhenFull out of the load");
  }

  @Test
  void aBiggerPoolIsAdvisedThanTodaysWhereCallersQueue() {
    Advised advised = advised(DEMAND, "vibur");
    Candidate today = pool("vibur").today(DEMAND);
    assertThat(advised.advice().costs(advised.advice().choice()).waitMillis())
        .isLessThan(advised.advice().costs(today).waitMillis());
    assertThat(advised.text()).contains("Today's min=5 max=20: ").contains("    poolMaxSize=40\n");
    assertThat(advised.finalists()).contains(today).hasSizeLessThanOrEqualTo(4);
    assertThat(advised.loads()).hasSize(advised.numFinalists());
    assertThat(advised.strategies()).isEqualTo("vibur-26.0");
  }

  @Test
  void aClientThatCannotBeMeasuredIsRefusedByVerify() {
    assertThatThrownBy(() -> pool("1.52.0").measured())
        .isInstanceOf(BadInput.class)
        .hasMessage("--verify: measures connection pools and built, not 1.52.0");
  }
}
