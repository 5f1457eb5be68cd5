package dev.sessionbench.mock.profile;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sessionbench.base.model.BadInput;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every complaint is one line that begins with the place. */
class ProfileErrorsTest {
  private static final String METHODS =
      "CreateSession, BatchCreateSessions, GetSession, ListSessions, DeleteSession, ExecuteSql,"
          + " ExecuteStreamingSql, ExecuteBatchDml, Read, StreamingRead, BeginTransaction, Commit,"
          + " Rollback, PartitionQuery, PartitionRead, BatchWrite, others";

  static Stream<Arguments> wrong() {
    return Stream.of(
        // The whole.
        wrong("", "p.yaml:1:1: is empty"),
        wrong("# nothing\n", "p.yaml:1:1: is empty"),
        wrong("- a\n", "p.yaml:1:1: must be a mapping (key: value), is a list"),
        wrong("seed: 1\nseed: 2\n", "p.yaml:2:1: 'seed' stands here twice, first at p.yaml:1:1"),
        wrong("[a]: 1\n", "p.yaml:1:1: a key must be a text"),
        wrong(
            "seed: !!set {}\n",
            "p.yaml:1:7: seed: the tag tag:yaml.org,2002:set means nothing here"),
        // Splits.
        wrong("splits: 3\n", "p.yaml:1:9: splits: must be a mapping (key: value), is '3'"),
        wrong(
            "splits: {initial: 0}\n",
            "p.yaml:1:19: splits.initial: initialSplits: 0 must be from 1 to 1024"),
        wrong(
            "splits: {movingCapacity: 1.5}\n",
            "p.yaml:1:26: splits.movingCapacity: movingCapacity: 1.5 must be above 0 and at most"
                + " 1.0"),
        wrong(
            "splits: {held: -1}\n",
            "p.yaml:1:16: splits.held: must be from 0 to 31536000 seconds, is '-1'"),
        wrong(
            "splits: {costs: {Comit: 3}}\n",
            "p.yaml:1:18: splits.costs: unknown method 'Comit'; there are: "
                + METHODS.replace(", others", "")),
        wrong(
            "splits: {hold: 1}\n",
            "p.yaml:1:10: splits: unknown setting 'hold'; there are: initial, capacity, splitAbove,"
                + " held, move, cool, movingCapacity, nodes, nodeCapacity, firstCall, costs"),
        // Faults.
        wrong("faults: {}\n", "p.yaml:1:9: faults: must be a list, is a mapping"),
        wrong("faults:\n  - stall: true\n", "p.yaml:2:5: faults[0]: needs the key 'name'"),
        wrong(
            "faults:\n  - name: a\n    on: Commit\n",
            "p.yaml:2:5: faults[0]: must have exactly one of: fail, delay, slowStart, stall,"
                + " shortBatch, emptyBatch, loseSessions, dropConnection, goAway, restart"),
        wrong(
            "faults:\n  - {name: a, stall: true, goAway: true}\n",
            "p.yaml:2:5: faults[0]: must have exactly one of: fail, delay, slowStart, stall,"
                + " shortBatch, emptyBatch, loseSessions, dropConnection, goAway, restart"),
        wrong(
            "faults:\n  - {name: a, stal: true}\n",
            "p.yaml:2:15: faults[0]: unknown key 'stal'; there are: name, on, calls, every,"
                + " probability, window, session, channel, above, atMost, fail, delay, slowStart,"
                + " stall, shortBatch, emptyBatch, loseSessions, dropConnection, goAway, restart"),
        wrong(
            "faults:\n  - {name: a, stall: true}\n  - {name: a, goAway: true}\n",
            "p.yaml:2:3: faults: fault a: there are two of that name"),
        wrong(
            "faults:\n  - {name: a, on: [Commit, Comit], stall: true}\n",
            "p.yaml:2:28: faults[0].on[1]: must be one of "
                + METHODS.replace(", others", "")
                + ", is 'Comit'"),
        wrong(
            "faults:\n  - {name: a, on: [], stall: true}\n",
            "p.yaml:2:19: faults[0].on: must name a method; left out, all are meant"),
        wrong(
            "faults:\n  - {name: a, stall: false}\n",
            "p.yaml:2:22: faults[0].stall: must be true; leave the fault out if it is not to be,"
                + " is 'false'"),
        wrong(
            "faults:\n  - {name: a, on: Commit, shortBatch: 0.5}\n",
            "p.yaml:2:5: faults[0]: fault a: a short or empty batch: must be on"
                + " BatchCreateSessions alone"),
        wrong(
            "faults:\n  - {name: a, on: BatchCreateSessions, shortBatch: 1}\n",
            "p.yaml:2:52: faults[0].shortBatch: share 1.0: must be more than 0 and less than 1"),
        wrong(
            "faults:\n  - {name: a, delay: -1}\n",
            "p.yaml:2:22: faults[0].delay: must be from 0 to 3600000 ms, is '-1'"),
        wrong(
            "faults:\n  - {name: a, delay: 0}\n",
            "p.yaml:2:22: faults[0].delay: the delay 0 ms: must be more than 0 ms"),
        wrong(
            "faults:\n  - {name: a, restart: 0}\n",
            "p.yaml:2:24: faults[0].restart: the time without a server 0 ms: must be more than 0 ms"
                + " and at most 3600000 ms"),
        wrong(
            "faults:\n  - {name: a, slowStart: {factor: 0.5, over: 10}}\n",
            "p.yaml:2:26: faults[0].slowStart: factor 0.5: must be more than 1 and at most 10000"),
        wrong(
            "faults:\n  - {name: a, stall: true, calls: {from: 5, to: 4}}\n",
            "p.yaml:2:35: faults[0].calls: calls 5 to 4: the last must not be before the first"),
        wrong(
            "faults:\n  - {name: a, stall: true, calls: 0}\n",
            "p.yaml:2:35: faults[0].calls: must be a whole number from 1 to 9223372036854775807, is"
                + " '0'"),
        wrong(
            "faults:\n  - {name: a, stall: true, probability: 2}\n",
            "p.yaml:2:41: faults[0].probability: probability 2.0: must be more than 0 and at most"
                + " 1"),
        wrong(
            "faults:\n  - {name: a, stall: true, window: {from: 9, to: 9}}\n",
            "p.yaml:2:36: faults[0].window: window from 9000 ms to 9000 ms: must end after it"
                + " starts"),
        wrong(
            "faults:\n  - {name: a, stall: true, window: {to: 40000000}}\n",
            "p.yaml:2:41: faults[0].window.to: must be from 0 to 31536000 seconds, is '40000000'"),
        wrong(
            "faults:\n  - {name: a, stall: true, session: seven}\n",
            "p.yaml:2:37: faults[0].session: session seven: must be"
                + " projects/<p>/instances/<i>/databases/<d>/sessions/<id>"),
        wrong(
            "faults:\n  - {name: a, stall: true, above: 0}\n",
            "p.yaml:2:5: faults[0]: fault a: rate 0.0 per second: must be more than 0 and at"
                + " most 1e9"),
        wrong(
            "faults:\n  - {name: a, fail: OK}\n",
            "p.yaml:2:21: faults[0].fail: must be one of CANCELLED, UNKNOWN, INVALID_ARGUMENT,"
                + " DEADLINE_EXCEEDED, NOT_FOUND, ALREADY_EXISTS, PERMISSION_DENIED,"
                + " RESOURCE_EXHAUSTED, FAILED_PRECONDITION, ABORTED, OUT_OF_RANGE, UNIMPLEMENTED,"
                + " INTERNAL, UNAVAILABLE, DATA_LOSS, UNAUTHENTICATED, is 'OK'"),
        // Latencies.
        wrong(
            "seed: 1\nlatencies:\n  Comit: 5\n",
            "p.yaml:3:3: latencies: unknown method 'Comit'; there are: " + METHODS),
        wrong(
            "latencies:\n  Commit: -1\n",
            "p.yaml:2:11: latencies.Commit: must be from 0 to 3600000 ms, is '-1'"),
        wrong(
            "latencies:\n  Commit: {fixed: 3600000.5}\n",
            "p.yaml:2:19: latencies.Commit.fixed: must be from 0 to 3600000 ms, is '3600000.5'"),
        wrong(
            "latencies:\n  Commit: fast\n",
            "p.yaml:2:11: latencies.Commit: must be a number, is 'fast'"),
        wrong(
            "latencies:\n  Commit: '5'\n",
            "p.yaml:2:11: latencies.Commit: must be a number, is '5'"),
        wrong(
            "latencies:\n  Commit: 1e-999999999\n",
            "p.yaml:2:11: latencies.Commit: must be a number, is '1e-999999999'"),
        wrong(
            "latencies:\n  Commit:\n",
            "p.yaml:2:10: latencies.Commit: must be a number, is nothing"),
        wrong(
            "latencies:\n  Commit: {gamma: 5}\n",
            "p.yaml:2:12: latencies.Commit: unknown distribution 'gamma'; there are: fixed,"
                + " uniform, normal, logNormal, quantiles, measured"),
        wrong(
            "latencies:\n  Commit: {fixed: 5, normal: {mean: 1, deviation: 1}}\n",
            "p.yaml:2:11: latencies.Commit: must have exactly one of: fixed, uniform, normal,"
                + " logNormal, quantiles, measured"),
        wrong(
            "latencies:\n  Commit: {uniform: {min: 5}}\n",
            "p.yaml:2:21: latencies.Commit.uniform: needs the key 'max'"),
        wrong(
            "latencies:\n  Commit: {uniform: {min: 5, max: 4}}\n",
            "p.yaml:2:35: latencies.Commit.uniform.max: must be so that max is min, or a whole number"
                + " of steps above it, is '4'"),
        wrong(
            "latencies:\n  Commit: {uniform: {min: 0, max: 5, step: 2}}\n",
            "p.yaml:2:44: latencies.Commit.uniform.step: must be so that max is min, or a whole number"
                + " of steps above it, is '2'"),
        wrong(
            "latencies:\n  Commit: {normal: {mean: 5, sd: 1}}\n",
            "p.yaml:2:30: latencies.Commit.normal: unknown key 'sd'; there are: mean, deviation"),
        wrong(
            "latencies:\n  Commit: {logNormal: {median: 5, sigma: 6}}\n",
            "p.yaml:2:23: latencies.Commit.logNormal: sigma 6.0 must be from 0 to 5"),
        wrong(
            "latencies:\n  Commit: {quantiles: {50: 1, 100: 2}}\n",
            "p.yaml:2:23: latencies.Commit.quantiles: the quantiles must begin with 0 % (the shortest)"
                + " and end with 100 % (the longest)"),
        wrong(
            "latencies:\n  Commit: {quantiles: {0: 3, 50: 2, 100: 9}}\n",
            "p.yaml:2:23: latencies.Commit.quantiles: the quantiles must rise: 0.5 of 2000000 ns comes"
                + " after 0.0 of 3000000 ns"),
        wrong(
            "latencies:\n  Commit: {quantiles: {0: 3, 101: 9}}\n",
            "p.yaml:2:30: latencies.Commit.quantiles: '101' must be a percentage from 0 to 100"),
        // Measured creation of sessions.
        wrong(
            "latencies:\n  Commit: {measured: [{sessions: 1, inFlight: 1, quantiles: {0: 1, 100: 2}}]}\n",
            "p.yaml:2:11: latencies.Commit: 'measured' is for BatchCreateSessions only"),
        measured(
            "[]", "measured: must have the quantiles of at least one pair, its numbers from 1"),
        measured("3", "measured: must be a list, is '3'"),
        measured("[{sessions: 1, inFlight: 1}]", 36, "measured[0]: needs the key 'quantiles'"),
        measured(
            "[{sessions: 101, inFlight: 1, quantiles: {0: 1, 100: 2}}]",
            47,
            "measured[0].sessions: must be a whole number from 1 to 100, is '101'"),
        measured(
            "[{sessions: 1, inFlight: 0, quantiles: {0: 1, 100: 2}}]",
            60,
            "measured[0].inFlight: must be a whole number from 1 to 10000, is '0'"),
        measured(
            "[{sessions: 1, inFlight: 1, quantiles: {0: 2, 100: 1}}]",
            74,
            "measured[0].quantiles: the quantiles must rise: 1.0 of 1000000 ns comes after 0.0 of"
                + " 2000000 ns"),
        measured(
            "[{sessions: 1, inFlight: 1, quantiles: {0: 1, 100: 2}}, {sessions: 1, inFlight: 1,"
                + " quantiles: {0: 1, 100: 2}}]",
            91,
            "measured[1]: sessions 1 with inFlight 1 stands here twice"),
        measured(
            "[{size: 1}]",
            37,
            "measured[0]: unknown key 'size'; there are: sessions, inFlight, quantiles"),
        // Numbers and words.
        wrong(
            "costModel: cubic\n",
            "p.yaml:1:12: costModel: must be one of flat, linear, contended, is 'cubic'"),
        wrong(
            "batchLimit: 101\n",
            "p.yaml:1:13: batchLimit: must be a whole number from 1 to 100, is '101'"),
        wrong(
            "batchLimit: 1.5\n",
            "p.yaml:1:13: batchLimit: must be a whole number from 1 to 100, is '1.5'"),
        wrong(
            "sessionIdleTimeout: 0\n",
            "p.yaml:1:21: sessionIdleTimeout: must be from 0.001 to 2419200 seconds, is '0'"),
        wrong("seed: [1]\n", "p.yaml:1:7: seed: must be a number, is a list"),
        wrong("description: {a: b}\n", "p.yaml:1:14: description: must be a text, is a mapping"),
        // Statements.
        wrong("statements: {}\n", "p.yaml:1:13: statements: must be a list, is a mapping"),
        wrong(
            "statements:\n  - rows: [[1]]\n",
            "p.yaml:2:5: statements[0]: needs either the key 'query' or the key 'update'"),
        wrong(
            "statements:\n  - query: ''\n    columns: {A: INT64}\n    rows: []\n",
            "p.yaml:2:12: statements[0].query: must be a text, is ''"),
        wrong(
            "statements:\n  - {update: U, rowCount: 1}\n  - {update: U, rowCount: 2}\n",
            "p.yaml:3:14: statements[1].update: statement registered twice: U"),
        wrong(
            "statements:\n  - {query: Q, rowCount: 1}\n",
            "p.yaml:2:16: statements[0]: unknown key 'rowCount'; there are: query, columns, rows,"
                + " error, locks"),
        wrong(
            "statements:\n  - {update: U, rowCount: 1, locks: [{key: 1}]}\n",
            "p.yaml:2:38: statements[0].locks[0]: needs the key 'table'"),
        wrong(
            "statements:\n  - {update: U, rowCount: -1}\n",
            "p.yaml:2:27: statements[0].rowCount: must be a whole number from 0 to"
                + " 9223372036854775807, is '-1'"),
        wrong(
            "statements:\n  - {update: U, rowCount: 1, error: {code: ABORTED}}\n",
            "p.yaml:2:17: statements[0]: unknown key beside an error 'rowCount'; there are: update,"
                + " error"),
        wrong(
            "statements:\n  - {query: Q, error: {code: OK}}\n",
            "p.yaml:2:30: statements[0].error.code: must be one of CANCELLED, UNKNOWN,"
                + " INVALID_ARGUMENT, DEADLINE_EXCEEDED, NOT_FOUND, ALREADY_EXISTS,"
                + " PERMISSION_DENIED, RESOURCE_EXHAUSTED, FAILED_PRECONDITION, ABORTED,"
                + " OUT_OF_RANGE, UNIMPLEMENTED, INTERNAL, UNAVAILABLE, DATA_LOSS, UNAUTHENTICATED,"
                + " is 'OK'"),
        wrong(
            "statements:\n  - {query: Q, columns: {A: INT}, rows: []}\n",
            "p.yaml:2:29: statements[0].columns.A: must be one of BOOL, INT64, FLOAT32, FLOAT64,"
                + " NUMERIC, STRING, BYTES, DATE, TIMESTAMP, JSON, UUID, ARRAY<BOOL>, ARRAY<INT64>,"
                + " ARRAY<FLOAT32>, ARRAY<FLOAT64>, ARRAY<NUMERIC>, ARRAY<STRING>, ARRAY<BYTES>,"
                + " ARRAY<DATE>, ARRAY<TIMESTAMP>, ARRAY<JSON>, ARRAY<UUID>, is 'INT'"),
        wrong(
            "statements:\n  - {query: Q, columns: {A: INT64, B: BOOL}, rows: [[1, true], [2]]}\n",
            "p.yaml:2:64: statements[0].rows[1]: has 1 values, but there are 2 columns"),
        wrong(
            "statements:\n  - {query: Q, columns: {A: INT64}, rows: [[x]]}\n",
            "p.yaml:2:45: statements[0].rows[0][0]: must be a number, is 'x'"),
        wrong(
            "statements:\n  - {query: Q, columns: {A: 'ARRAY<DATE>'}, rows: [[[2026-02-30]]]}\n",
            "p.yaml:2:54: statements[0].rows[0][0][0]: must be a date as in 2026-11-21, is"
                + " '2026-02-30'"),
        // Tables.
        wrong(
            "tables: [{table: T, columns: {A: BOOL}, rows: []}, {table: T, columns: {A: BOOL}, rows: []}]\n",
            "p.yaml:1:60: tables[1].table: table registered twice: T"));
  }

  private static Arguments measured(String pairs, String complaint) {
    return measured(pairs, 35, complaint);
  }

  private static Arguments measured(String pairs, int column, String complaint) {
    return wrong(
        "latencies:\n  BatchCreateSessions: {measured: %s}\n".formatted(pairs),
        "p.yaml:2:%d: latencies.BatchCreateSessions.%s".formatted(column, complaint));
  }

  private static Arguments wrong(String yaml, String message) {
    return Arguments.of(yaml, message);
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void namesThePlaceTheValueAndWhatWouldBeRight(String yaml, String message) {
    assertThatThrownBy(() -> Profiles.parse("p.yaml", yaml))
        .isInstanceOf(BadInput.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @MethodSource("notYaml")
  void tellsWhereATextStopsToBeYaml(String yaml, String start) {
    assertThatThrownBy(() -> Profiles.parse("p.yaml", yaml))
        .isInstanceOf(BadInput.class)
        .message()
        .startsWith(start)
        .doesNotContain("\n");
  }

  static Stream<Arguments> notYaml() {
    return Stream.of(
        wrong("seed: 1\nlatencies: {Commit: 5\n", "p.yaml:3:1: not YAML: "),
        wrong("seed: 1\n\tbatchLimit: 2\n", "p.yaml:2:1: not YAML: "),
        wrong("seed: \"open\n", "p.yaml:2:1: not YAML: "),
        wrong("seed: 1\n---\nseed: 2\n", "p.yaml:2:1: not YAML: "),
        wrong("seed: *none\n", "p.yaml:1:7: not YAML: "));
  }
}
