package dev.sessionbench.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.load.Operation;
import dev.sessionbench.lab.strategy.Limits;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadFileTest {
  private static final String TWO_GROUPS =
      """
      description: two groups
      pool: {minSessions: 3, maxSessions: 9, numChannels: 2, failsWhenFull: true}
      creation: {millis: 20, perSessionMillis: 0.5}
      callers:
        - {perSecond: 100, lastsMillis: 2000, meanHoldMillis: 30}
        - {atOnce: 4, atMillis: 500, keeps: true}
      """;

  @Test
  void aFileDescribesCallersAndPool() {
    DescribedLoad load = LoadFile.parse("a.yaml", TWO_GROUPS);
    assertThat(load.pool().limits()).isEqualTo(new Limits(3, 9, 2));
    assertThat(load.pool().failsWhenFull()).isTrue();
    assertThat(load.pool().fillsFirst()).isTrue();
    assertThat(load.meanInUse()).isEqualTo(3.0);
    assertThat(load.operations()).isEqualTo(204.0);
    LoadPlan plan = load.plans(1).get(0);
    assertThat(plan.open()).isTrue();
    List<Operation> all = IntStream.range(0, plan.size()).mapToObj(plan::operation).toList();
    assertThat(all)
        .isSortedAccordingTo(Comparator.comparingLong(Operation::arrivalNanos))
        .filteredOn(Operation::keeps)
        .hasSize(4)
        .allMatch(operation -> operation.arrivalNanos() == 500_000_000);
  }

  @Test
  void mostOfManyClientsHaveNoCallersIfFewCome() {
    String quiet =
        "{description: x, clients: 1000, callers: [{perSecond: 0.1, lastsMillis: 5000, holdMillis: 9}]}";
    List<LoadPlan> plans = LoadFile.parse("a.yaml", quiet).plans(1);
    assertThat(plans.stream().mapToInt(LoadPlan::size).sum()).isBetween(400, 600);
    assertThat(plans)
        .allMatch(
            plan ->
                IntStream.range(0, plan.size())
                    .allMatch(i -> plan.operation(i).arrivalNanos() < 5_000_000_000L));
    DescribedLoad nobody =
        LoadFile.parse("a.yaml", quiet.replace("1000", "1").replace("5000", "1"));
    assertThatThrownBy(() -> nobody.plans(1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("callers: seed 1 draws no caller in that time");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{maxSessions: 3, failsWhenFull: true} | {atOnce: 3, keeps: true}",
        "{maxSessions: 3, failsWhenFull: true} | {atOnce: 3, holdMillis: 9}, {atOnce: 3, atMillis: 1, holdMillis: 9}",
        "{maxSessions: 3, failsWhenFull: true} | {perSecond: 1000, lastsMillis: 9, keeps: true}",
        "{maxSessions: 3} | {atOnce: 4, keeps: true}"
      })
  void callersWhoMayBeServedAreNotRefused(String poolAndCallers) {
    String[] parts = poolAndCallers.split(" \\| ", -1);
    String yaml = "{description: x, pool: %s, callers: [%s]}".formatted(parts[0], parts[1]);
    assertThat(LoadFile.parse("a.yaml", yaml).callers()).isNotEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "callers: [] | a.yaml:1:1: needs the key 'description'",
        "{description: x, callers: []} | callers: must be at least one group",
        "{description: x, callers: [{holdMillis: 1}]} | must have exactly one of: perSecond, atOnce",
        "{description: x, callers: [{atOnce: 1, threads: 1}]} | must have exactly one of: perSecond",
        "{description: x, callers: [{atOnce: 1}]} | must have exactly one of: holdMillis",
        "{description: x, callers: [{atOnce: 0, holdMillis: 1}]} | must be a whole number from 1",
        "{description: x, callers: [{atOnce: 1, holdMillis: -1}]} | must be a number from 0 to",
        "{description: x, callers: [{atOnce: 1, hold: 1}]} | unknown key 'hold'; there are: atOnce",
        "{description: x, callers: [{atOnce: 1, keeps: false}]} | keeps: must be true",
        "{description: x, callers: [{perSecond: 1e6, lastsMillis: 1e6, keeps: true}]} | operations",
        "{description: x, pool: {minSessions: 9, maxSessions: 2}} | minSessions=9: must be at most",
        "{description: x, pool: {maxSessions: 3, failsWhenFull: true}, callers: [{atOnce: 4, keeps: true}]} | callers: 4 want a session after 0 ms, and with failsWhenFull none waits: must be at most maxSessions (3)",
        "{description: x, pool: {maxSessions: 3, failsWhenFull: true}, callers: [{threads: 4, turns: 1, thinkMillis: 5, holdMillis: 1}]} | callers: 4 want a session after 5 ms",
        "{description: x, clients: 9000, pool: {maxSessions: 2000}, callers: [{atOnce: 1, keeps: true}]} | maxSessions=2000: makes 18000000 sessions of 9000 clients",
        "{description: x, callers: [{threads: 1, turns: 1000000, thinkMillis: 2592000000, holdMillis: 1}]} | callers: last for 30000000 days: must be at most 3650",
        "{description: x, clients: 0} | clients: must be a whole number from 1 to 10000",
        "{description: x, creation: {perOther: 101}} | must be a number from 0 to 100",
        "{description: x, callers: [{threads: 1, turns: 1, holdMillis: 1}, {atOnce: 1, keeps: true}]} | threads must be the only group",
      })
  void anErrorIsOneLineWithItsPlace(String yaml, String complaint) {
    assertThatThrownBy(() -> LoadFile.parse("a.yaml", yaml))
        .isInstanceOf(BadInput.class)
        .message()
        .startsWith("a.yaml:1:")
        .contains(complaint)
        .hasLineCount(1);
  }
}
