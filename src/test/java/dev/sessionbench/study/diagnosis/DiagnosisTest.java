package dev.sessionbench.study.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.study.diagnosis.Diagnosis.Cause;
import dev.sessionbench.study.diagnosis.Diagnosis.Finding;
import dev.sessionbench.study.diagnosis.Diagnosis.Finding.State;
import dev.sessionbench.study.diagnosis.Measurements.Quantity;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DiagnosisTest {
  private static final Measurements CALM =
      measurements(
          """
          MAX_SESSIONS=100.0, SESSIONS=40.0, IN_USE=5.0, FULL=0.0, WAITING=0.0
          THROUGHPUT=55.0, HOLD=80.0, WAIT=0.1, END_TO_END=80.0, WAITED=0.01
          WAITED_FOR_GROWTH=0.0, API=7.0, GFE=7.0, NETWORK=51.0, CALLS=1.4, ATTEMPTS=1.0
          UNRETURNED=0.0, CREATIONS=0.0, FAILED_CREATIONS=0.0, CPU=0.2
          """);

  private static final Map<Quantity, Double> EXHAUSTED =
      Map.of(
          Quantity.IN_USE, 99.7,
          Quantity.SESSIONS, 100.0,
          Quantity.FULL, 1.0,
          Quantity.WAITING, 180.0,
          Quantity.WAIT, 150.0,
          Quantity.END_TO_END, 230.0,
          Quantity.WAITED, 0.99,
          Quantity.NEEDED, 178.0);

  private static Measurements measurements(String values) {
    Map<Quantity, Double> read = new EnumMap<>(Quantity.class);
    for (String value : values.strip().split("[,\\s]+", -1)) {
      String[] pair = value.split("=", -1);
      read.put(Quantity.valueOf(pair[0]), Double.valueOf(pair[1]));
    }
    return new Measurements(read);
  }

  private static Measurements with(Measurements measurements, Map<Quantity, Double> changes) {
    Map<Quantity, Double> values = new EnumMap<>(measurements.values());
    values.putAll(changes);
    return new Measurements(values);
  }

  private static Measurements without(Measurements measurements, Quantity... quantities) {
    Map<Quantity, Double> values = new EnumMap<>(measurements.values());
    for (Quantity quantity : quantities) {
      values.remove(quantity);
    }
    return new Measurements(values);
  }

  private static Diagnosis of(Map<Quantity, Double> changes) {
    return Diagnosis.of(with(CALM, changes), Optional.of(CALM));
  }

  @Test
  void everyCauseIsRuledOutForACalmClient() {
    Diagnosis diagnosis = of(Map.of());
    assertThat(diagnosis.cause()).isEqualTo(Cause.NOTHING);
    assertThat(diagnosis.findings(State.RULED_OUT)).hasSize(Cause.values().length - 1);
    assertThat(diagnosis.advice()).isEmpty();
  }

  @Test
  void anExhaustedPoolGetsAdviceWithAMargin() {
    Diagnosis diagnosis = of(EXHAUSTED);
    assertThat(diagnosis.cause()).isEqualTo(Cause.POOL_EXHAUSTED);
    assertThat(diagnosis.headline()).isEqualTo("The pool is exhausted.");
    // 178 x 1.25.
    assertThat(diagnosis.advice()).singleElement().asString().contains("from 100 to at least 223");
    assertThat(diagnosis.text())
        .contains(
            "ruled out  the server is slow: API latency at the server 7 ms, was 7 ms (+0.0 %)");
  }

  @Test
  void aPoolThatIsMostlyFullWhileTransactionsWaitIsExhaustedToo() {
    Measurements small = with(with(CALM, EXHAUSTED), Map.of(Quantity.FULL, 0.6));
    assertThat(Diagnosis.of(small, Optional.of(CALM)).cause()).isEqualTo(Cause.POOL_EXHAUSTED);
  }

  @Test
  void waitsWithoutACauseAreReported() {
    Measurements puzzling = with(with(CALM, EXHAUSTED), Map.of(Quantity.FULL, 0.1));
    assertThat(Diagnosis.of(puzzling, Optional.of(CALM)).headline())
        .isEqualTo("Transactions wait for sessions, and these metrics do not show why.");
  }

  @Test
  void aSlowServerIsTheRootOfTheExhaustionThatFollowsFromIt() {
    Diagnosis diagnosis =
        Diagnosis.of(
            with(with(CALM, EXHAUSTED), Map.of(Quantity.API, 40.0, Quantity.HOLD, 130.0)),
            Optional.of(CALM));
    assertThat(diagnosis.cause()).isEqualTo(Cause.SERVER_SLOW);
    assertThat(diagnosis.headline()).contains("because of it: the pool is exhausted");
    assertThat(diagnosis.advice()).singleElement().asString().contains("130 ms, was 80 ms");
  }

  @Test
  void aSlowNetworkIsDistinguishedFromABusyProcessor() {
    assertThat(of(Map.of(Quantity.NETWORK, 90.0)).cause()).isEqualTo(Cause.NETWORK_SLOW);
    assertThat(of(Map.of(Quantity.NETWORK, 90.0, Quantity.HOLD, 140.0, Quantity.CPU, 0.97)).cause())
        .isEqualTo(Cause.CLIENT_CPU);
    assertThat(of(Map.of(Quantity.CPU, 0.97)).cause()).isEqualTo(Cause.NOTHING);
  }

  @Test
  void aSmallIncreaseOfASmallTimeIsNoCause() {
    Measurements live =
        with(
            without(CALM, Quantity.END_TO_END, Quantity.WAIT, Quantity.WAITED, Quantity.API),
            Map.of(Quantity.NETWORK, 0.4, Quantity.HOLD, 12.0, Quantity.GFE, 0.0));
    assertThat(Diagnosis.of(with(live, Map.of(Quantity.NETWORK, 0.52)), Optional.of(live)).cause())
        .isEqualTo(Cause.NOTHING);
    assertThat(Diagnosis.of(with(live, Map.of(Quantity.NETWORK, 8.0)), Optional.of(live)).cause())
        .isEqualTo(Cause.NETWORK_SLOW);
    Measurements unused =
        with(live, Map.of(Quantity.HOLD, 0.0, Quantity.GFE, 7.0, Quantity.CPU, 0.97));
    assertThat(
            Diagnosis.of(with(unused, Map.of(Quantity.NETWORK, 0.52)), Optional.of(unused))
                .findings(State.FOUND))
        .as("nothing was in use at the calm scrapes that it could be held against")
        .isEmpty();
  }

  @Test
  void busyProcessorsAloneAreNoCause() {
    Diagnosis diagnosis = Diagnosis.of(with(CALM, Map.of(Quantity.CPU, 0.97)), Optional.empty());
    assertThat(diagnosis.findings(State.UNKNOWN))
        .filteredOn(finding -> finding.cause() == Cause.CLIENT_CPU)
        .singleElement()
        .extracting(Finding::evidence)
        .asString()
        .endsWith("not measured: whether this makes transactions longer");
  }

  @Test
  void aSlightlySlowerServerIsNotACause() {
    assertThat(of(Map.of(Quantity.API, 9.0)).cause()).isEqualTo(Cause.NOTHING);
  }

  @Test
  void waitsForGrowthAreNotTakenForExhaustion() {
    Map<Quantity, Double> waits =
        Map.of(Quantity.WAIT, 300.0, Quantity.END_TO_END, 380.0, Quantity.WAITED, 0.8);
    assertThat(of(waits).cause()).isEqualTo(Cause.NOTHING);
    Diagnosis growth =
        Diagnosis.of(
            with(with(CALM, waits), Map.of(Quantity.WAITED_FOR_GROWTH, 0.9)), Optional.of(CALM));
    assertThat(growth.cause()).isEqualTo(Cause.GROWTH_SLOW);
  }

  @Test
  void leaksRefusalsAndConflictsAreFound() {
    assertThat(of(Map.of(Quantity.UNRETURNED, 12.0)).cause()).isEqualTo(Cause.SESSION_LEAK);
    assertThat(of(Map.of(Quantity.UNRETURNED, 4.0)).cause()).isEqualTo(Cause.NOTHING);
    assertThat(of(Map.of(Quantity.CREATIONS, 5.0, Quantity.FAILED_CREATIONS, 3.0)).cause())
        .isEqualTo(Cause.CREATION_FAILING);
    assertThat(of(Map.of(Quantity.ATTEMPTS, 1.4)).cause()).isEqualTo(Cause.LOCK_CONFLICTS);
  }

  @Test
  void missingMetricsMakeACauseUnknown() {
    Diagnosis diagnosis =
        Diagnosis.of(
            without(CALM, Quantity.CPU, Quantity.ATTEMPTS, Quantity.WAITED), Optional.empty());
    assertThat(diagnosis.cause()).isEqualTo(Cause.NOTHING);
    assertThat(diagnosis.findings(State.UNKNOWN))
        .extracting(Finding::cause)
        .containsExactly(
            Cause.LOCK_CONFLICTS,
            Cause.CLIENT_CPU,
            Cause.SERVER_SLOW,
            Cause.NETWORK_SLOW,
            Cause.GROWTH_SLOW);
    assertThat(diagnosis.headline())
        .startsWith("Nothing wrong was found. These metrics do not show whether");
  }

  @Test
  void metricsThatAreNotFiniteAreUnknown() {
    Measurements measurements =
        new Measurements(Map.of(Quantity.WAIT, Double.NaN, Quantity.HOLD, 1.0));
    assertThat(measurements.knows(Quantity.HOLD)).isTrue();
    assertThat(measurements.knows(Quantity.WAIT)).isFalse();
    assertThat(Diagnosis.of(new Measurements(Map.of()), Optional.empty()).findings(State.UNKNOWN))
        .hasSize(Cause.values().length - 1);
  }
}
