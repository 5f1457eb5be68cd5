package dev.sessionbench.study.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.study.diagnosis.Diagnosis.Cause;
import dev.sessionbench.study.diagnosis.Measurements.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScrapesTest {
  private static final String LABELS = "client_id=\"client-1\",database=\"d\"";

  private static String export(int inUse, int idle, long acquired, long released) {
    return """
        # HELP spanner_max_allowed_sessions The maximum
        # TYPE spanner_max_allowed_sessions gauge
        spanner_max_allowed_sessions{%1$s} 100
        spanner_num_sessions_in_pool{%1$s,session_type="spanner/num_in_use_sessions"} %2$d
        spanner_num_sessions_in_pool{%1$s,session_type="spanner/num_available_sessions"} %3$d
        spanner_num_acquired_sessions_total{%1$s,is_multiplexed="false"} %4$d
        spanner_num_acquired_sessions_total{%1$s,is_multiplexed="true"} 3
        spanner_num_released_sessions_total{%1$s,is_multiplexed="false"} %5$d
        """
        .formatted(LABELS, inUse, idle, acquired, released);
  }

  /**
   * The calls until a moment, in the metrics of gRPC and of the client. They name no client, and
   * include calls of other services.
   */
  private static String calls(long count, int gfeMillis, int seconds, int refused) {
    return """
        spanner_gfe_latency_milliseconds_sum{database="d",method="google.spanner.v1.Spanner/Commit"} %2$d
        spanner_gfe_latency_milliseconds_count{database="d",method="google.spanner.v1.Spanner/Commit"} %1$d
        grpc_client_attempt_duration_seconds_sum{grpc_method="google.spanner.v1.Spanner/Commit",grpc_status="OK"} %3$d
        grpc_client_attempt_duration_seconds_count{grpc_method="google.spanner.v1.Spanner/Commit",grpc_status="OK"} %1$d
        grpc_client_attempt_duration_seconds_count{grpc_method="google.spanner.v1.Spanner/BatchCreateSessions",grpc_status="UNAVAILABLE"} %4$d
        grpc_client_attempt_duration_seconds_count{grpc_method="google.spanner.v1.Spanner/DeleteSession",grpc_status="OK"} %1$d
        grpc_client_attempt_duration_seconds_sum{grpc_method="google.pubsub.v1.Publisher/Publish",grpc_status="OK"} %1$d
        grpc_client_attempt_duration_seconds_count{grpc_method="google.pubsub.v1.Publisher/Publish",grpc_status="UNKNOWN"} %1$d
        grpc_client_attempt_duration_seconds_count{grpc_method="other",grpc_status="OK"} %1$d
        """
        .formatted(count, gfeMillis, seconds, refused);
  }

  private static Scrape scrape(double at, String text) {
    return Scrape.parse("scrape-" + at, text, OptionalDouble.of(at));
  }

  private static Diagnosis diagnosis(String... texts) {
    return scrapes(texts).diagnosis();
  }

  private static Scrapes scrapes(String... texts) {
    List<Scrape> all = new ArrayList<>();
    for (String text : texts) {
      all.add(scrape(10.0 * all.size(), text));
    }
    return Scrapes.of(all, Optional.empty());
  }

  @Test
  void aFullPoolWithTurnoverIsExhausted() {
    Diagnosis diagnosis = diagnosis(export(100, 0, 10_000, 9_900), export(100, 0, 22_000, 21_900));
    assertThat(diagnosis.cause()).isEqualTo(Cause.POOL_EXHAUSTED);
    assertThat(diagnosis.remaining()).contains(Cause.SERVER_SLOW, Cause.POOL_EXHAUSTED);
    assertThat(diagnosis.headline())
        .startsWith("The pool is exhausted. These scrapes do not show whether it is too small");
    assertThat(diagnosis.text())
        .contains("the load needs 100 or more, as callers that wait are not counted")
        .doesNotContain("maxSessions");
  }

  @Test
  void fewScrapesAreCountedAndNotReportedAsAShare() {
    String first = export(95, 0, 10_000, 9_905);
    String second = export(95, 0, 22_000, 21_905);
    assertThat(diagnosis(first, second).text())
        .contains(
            "95 sessions in use; at 2 of 2 scrapes at least 95 % of at most 100 were in use and"
                + " none idle")
        .doesNotContain("of the time");
    assertThat(diagnosis(first, second, export(10, 5, 30_000, 29_990)).text())
        .contains("at 1 of 2 scrapes");
  }

  /** The calls that gRPC began until a moment. */
  private static String begun(long count) {
    return "grpc_client_attempt_started_total{grpc_method=\"google.spanner.v1.Spanner/Commit\"} %d\n"
        .formatted(count);
  }

  @Test
  void sessionsKeptWithoutCallsUnderWayLeak() {
    String stuck = export(100, 0, 500, 400) + calls(700, 7_000, 20, 0) + begun(700);
    Diagnosis diagnosis = diagnosis(stuck, stuck);
    assertThat(diagnosis.cause()).as(diagnosis::text).isEqualTo(Cause.SESSION_LEAK);
    assertThat(diagnosis.undecided()).isFalse();
  }

  @Test
  void aServerWithoutAnswersIsNoLeak() {
    String hangs = export(100, 0, 500, 400) + calls(700, 7_000, 20, 0) + begun(798);
    Diagnosis diagnosis = diagnosis(hangs, hangs);
    assertThat(diagnosis.text())
        .contains("ruled out  sessions leak: 2 sessions in use that no transaction holds")
        .contains(
            "unknown    the server is slow: 98 sessions whose calls the server has not answered");
    assertThat(diagnosis.remaining()).contains(Cause.SERVER_SLOW, Cause.NETWORK_SLOW);
    assertThat(diagnosis.remaining()).doesNotContain(Cause.SESSION_LEAK);
    assertThat(diagnosis.text()).doesNotContain("maxSessions", "ResultSet");
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 40})
  void aPoolThatStandsStillMayLeakOrWaitForTheServer(int inUse) {
    String still = export(inUse, 0, 500, 400);
    Diagnosis diagnosis = diagnosis(still, still, still);
    assertThat(diagnosis.cause()).isNotEqualTo(Cause.SESSION_LEAK);
    assertThat(diagnosis.remaining())
        .contains(Cause.SESSION_LEAK, Cause.SERVER_SLOW, Cause.NETWORK_SLOW);
    assertThat(diagnosis.headline()).contains("do not show whether", "sessions leak, ");
    assertThat(diagnosis.text())
        .contains("  next       ")
        .doesNotContain("maxSessions", "  change  ");
  }

  @Test
  void aNetworkCutBetweenScrapesIsNoLeak() {
    String cut = export(60, 0, 2_060, 2_000) + calls(2_500, 20_000, 120, 0);
    Diagnosis diagnosis =
        diagnosis(export(20, 40, 1_020, 1_000) + calls(1_250, 10_000, 60, 0), cut, cut);
    assertThat(diagnosis.cause()).as(diagnosis::text).isEqualTo(Cause.NOTHING);
    assertThat(diagnosis.remaining()).contains(Cause.SESSION_LEAK, Cause.NETWORK_SLOW);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 60})
  void aServerThatIsSlowFromTheFirstScrapeOnIsNotRuledOut(int firstInUse) {
    Diagnosis diagnosis =
        diagnosis(
            export(firstInUse, 100 - firstInUse, 1_000, 900) + calls(0, 0, 0, 0),
            export(100, 0, 1_200, 1_100) + calls(200, 800_000, 810, 0),
            export(100, 0, 1_400, 1_300) + calls(400, 1_600_000, 1_620, 0));
    assertThat(diagnosis.text())
        .contains("unknown    the server is slow: GFE latency 4,000 ms, was 4,000 ms (+0.0 %)")
        .doesNotContain("maxSessions");
    assertThat(diagnosis.remaining()).contains(Cause.SERVER_SLOW);
  }

  @Test
  void aServerThatBecomesSlowIsTheCauseAndNotThePool() {
    Diagnosis diagnosis =
        diagnosis(
            export(20, 80, 1_000, 980) + calls(0, 0, 0, 0),
            export(20, 80, 3_000, 2_980) + calls(2_000, 20_000, 120, 0),
            export(100, 0, 3_400, 3_300) + calls(2_400, 420_000, 540, 0));
    assertThat(diagnosis.cause()).as(diagnosis::text).isEqualTo(Cause.SERVER_SLOW);
    assertThat(diagnosis.advice()).singleElement().asString().startsWith("Look at the server");
    assertThat(diagnosis.text()).doesNotContain("maxSessions");
  }

  @Test
  void aPoolWithIdleSessionsIsNotExhausted() {
    assertThat(diagnosis(export(30, 10, 1_000, 970), export(31, 9, 7_000, 6_969)).cause())
        .isEqualTo(Cause.NOTHING);
  }

  @Test
  void ratesFollowFromCountersAndHoldTimesFromLittlesLaw() {
    Measurements now = scrapes(export(50, 0, 1_000, 950), export(50, 0, 6_000, 5_950)).now();
    assertThat(now.at(Quantity.THROUGHPUT)).isEqualTo(500);
    assertThat(now.at(Quantity.HOLD)).isCloseTo(100, within(1e-9));
  }

  @Test
  void callsOfGrpcShowNetworkServerAndFailedCreations() {
    Measurements now =
        scrapes(
                export(30, 5, 1_000, 970) + calls(0, 0, 0, 0),
                export(30, 5, 6_000, 5_970) + calls(5_000, 50_000, 300, 2))
            .now();
    assertThat(now.at(Quantity.GFE)).isEqualTo(10);
    assertThat(now.at(Quantity.NETWORK)).isEqualTo(50);
    assertThat(now.at(Quantity.CALLS)).isEqualTo(1);
    assertThat(now.at(Quantity.CREATIONS)).isEqualTo(2);
    assertThat(now.at(Quantity.FAILED_CREATIONS)).isEqualTo(2);
    // 300 s of calls in 10 s: 30 under way, as many as sessions are in use.
    assertThat(now.at(Quantity.UNRETURNED)).isEqualTo(0);
  }

  @Test
  void namesOfOpenCensusAreReadToo() {
    String text =
        """
        cloud_google_com_java_spanner_max_allowed_sessions{client_id="c"} 10
        cloud_google_com_java_spanner_num_sessions_in_pool{client_id="c",Type="num_in_use_sessions"} 10
        cloud_google_com_java_spanner_num_sessions_in_pool{client_id="c",Type="num_read_sessions"} 0
        cloud_google_com_java_spanner_num_acquired_sessions{client_id="c"} %d
        cloud_google_com_java_spanner_num_released_sessions{client_id="c"} %d
        """;
    assertThat(diagnosis(text.formatted(100, 90), text.formatted(900, 890)).cause())
        .isEqualTo(Cause.POOL_EXHAUSTED);
  }

  @Test
  void allMissingMetricsAreNamed() {
    String text = "spanner_max_allowed_sessions{client_id=\"c\"} 10\n";
    assertThatThrownBy(() -> diagnosis(text, text))
        .isInstanceOf(BadInput.class)
        .hasMessageContainingAll(
            "spanner/num_acquired_sessions",
            "spanner/num_released_sessions",
            "num_in_use_sessions",
            "enableOpenTelemetryMetrics");
  }

  @Test
  void oneScrapeIsTooFewAndTimeMustPass() {
    String text = export(1, 1, 1, 0);
    assertThatThrownBy(() -> diagnosis(text)).hasMessageContaining("two scrapes at least");
    Scrape once = scrape(1, text);
    assertThatThrownBy(() -> Scrapes.of(List.of(once, once), Optional.empty()))
        .hasMessageContaining("must be later");
    assertThatThrownBy(() -> Scrape.parse("a.prom", text, OptionalDouble.empty()))
        .hasMessageContaining("--every");
  }

  @Test
  void aFallingCounterMeansARestart() {
    String first = export(1, 1, 100, 99);
    String later = export(1, 1, 500, 499);
    String anew = export(1, 1, 10, 9);
    assertThatThrownBy(() -> diagnosis(first, anew)).hasMessageContaining("restarted");
    assertThatThrownBy(() -> diagnosis(first, later, anew, later))
        .hasMessageContaining("restarted");
  }

  private static Scrapes one(String client, String... texts) {
    return Scrapes.of(List.of(scrape(0, texts[0]), scrape(10, texts[1])), Optional.of(client));
  }

  @Test
  void severalClientsNeedAName() {
    String both = export(1, 1, 1, 0) + export(5, 1, 9, 4).replace("client-1", "client-2");
    assertThatThrownBy(() -> diagnosis(both, both)).hasMessageContaining("d/client-1, d/client-2");
    assertThat(one("client-2", both, both).now().at(Quantity.IN_USE)).isEqualTo(5);
    assertThatThrownBy(() -> one("client-3", both, both))
        .hasMessageContaining("must be one of d/client-1, d/client-2");
  }

  @Test
  void equalIdsInTwoDatabasesAreTwoClients() {
    String both =
        export(1, 1, 1, 0) + export(5, 1, 9, 4).replace("database=\"d\"", "database=\"e\"");
    assertThatThrownBy(() -> diagnosis(both, both)).hasMessageContaining("d/client-1, e/client-1");
    assertThatThrownBy(() -> one("client-1", both, both))
        .hasMessageContaining("must be one of d/client-1, e/client-1");
    assertThat(one("e/client-1", both, both).now().at(Quantity.IN_USE)).isEqualTo(5);
  }

  @Test
  void callsOfAnotherClientAreNotUsed() {
    // The second client leaks 50 of 60 in use. The first has ten calls, and 70 more under way.
    String before =
        export(70, 5, 1_000, 930) + export(60, 0, 1_000, 940).replace("client-1", "client-2");
    String after =
        export(70, 5, 8_000, 7_930) + export(60, 0, 2_000, 1_940).replace("client-1", "client-2");
    Scrapes second = one("client-2", before + calls(0, 0, 0, 0), after + calls(8_000, 1, 800, 3));
    assertThat(second.now().values())
        .doesNotContainKeys(
            Quantity.UNRETURNED,
            Quantity.CALLS,
            Quantity.GFE,
            Quantity.NETWORK,
            Quantity.CREATIONS,
            Quantity.FAILED_CREATIONS);
    assertThat(second.diagnosis().cause()).isEqualTo(Cause.NOTHING);
    assertThat(second.diagnosis().text())
        .contains(
            "unknown    sessions leak: not measured: sessions in use that no transaction holds, as")
        .contains("failed attempts to create sessions, as calls do not say which of the 2")
        .contains("GFE latency, as calls do not say which of the 2 clients made them");
  }

  @Test
  void aClientGoneByTheLastScrapeStillCounts() {
    String other = export(70, 5, 1_000, 930).replace("client-1", "client-2");
    Measurements now =
        one(
                "client-1",
                export(9, 5, 1_000, 990) + other + calls(5_000, 1, 300, 0),
                export(9, 5, 6_000, 5_990) + calls(5_010, 1, 301, 0))
            .now();
    assertThat(now.at(Quantity.CALLS)).isNaN();
  }

  @Test
  void callsOnAMultiplexedSessionAreNotUsedForThePool() {
    Diagnosis diagnosis =
        diagnosis(
            export(60, 5, 1_000, 940) + calls(0, 0, 0, 0),
            export(60, 5, 2_000, 1_940).replace("\"true\"} 3", "\"true\"} 900")
                + calls(8_000, 1, 600, 3));
    assertThat(diagnosis.cause()).isEqualTo(Cause.CREATION_FAILING);
    assertThat(diagnosis.text())
        .contains("unknown    sessions leak: ")
        .contains("unknown    the network is slow: ")
        .contains("whether they belong to the pool or to the 897 transactions on the multiplexed");
  }

  @Test
  void aClientOnAMultiplexedSessionIsNotDiagnosed() {
    String after = export(0, 40, 0, 0).replace("\"true\"} 3", "\"true\"} 900");
    assertThatThrownBy(() -> diagnosis(export(0, 40, 0, 0), after))
        .hasMessageContaining("multiplexed session (897 transactions)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"<html>", "a{b=c} 1", "a{b=\"c\"} x", "", "# only a comment"})
  void whatIsNoExportIsRefusedWithItsPlace(String text) {
    assertThatThrownBy(() -> Scrape.parse("x.prom", text, OptionalDouble.of(0)))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("x.prom:");
  }

  @Test
  void timeStampsAndExemplarsOfOpenMetricsAreRead() {
    String text = "a_total{b=\"c,\\\"d\\\"}\"} 5 1700000000.5 # {trace_id=\"x\"} 1\n# EOF\n";
    Scrape scrape = Scrape.parse("x", text, OptionalDouble.empty());
    assertThat(scrape.atSeconds()).isEqualTo(1700000000.5);
    assertThat(scrape.points().get(0).label("b")).isEqualTo("c,\"d\"}");
    assertThat(Scrape.parse("y", "a 5 1700000000500\n", OptionalDouble.empty()).atSeconds())
        .isEqualTo(1700000000.5);
  }

  @Test
  void eachEscapeOfALabelIsReadByItself() {
    String text = "a{b=\"x\\\\name\",c=\"y\\nz\"} 5\n";
    Scrape scrape = Scrape.parse("x", text, OptionalDouble.of(0));
    assertThat(scrape.points().get(0).label("b")).isEqualTo("x\\name");
    assertThat(scrape.points().get(0).label("c")).isEqualTo("y\nz");
  }
}
