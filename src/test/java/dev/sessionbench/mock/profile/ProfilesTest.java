package dev.sessionbench.mock.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.Latency.LogNormalTime;
import dev.sessionbench.base.model.Latency.NormalTime;
import dev.sessionbench.base.model.Latency.ServerTime;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.text.Section;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.fault.FaultCondition.Calls;
import dev.sessionbench.mock.fault.FaultCondition.Chance;
import dev.sessionbench.mock.fault.FaultCondition.During;
import dev.sessionbench.mock.fault.FaultCondition.Every;
import dev.sessionbench.mock.fault.FaultCondition.OnChannel;
import dev.sessionbench.mock.fault.FaultCondition.OnSession;
import dev.sessionbench.mock.fault.FaultEffect.Delay;
import dev.sessionbench.mock.fault.FaultEffect.DropConnection;
import dev.sessionbench.mock.fault.FaultEffect.EmptyBatch;
import dev.sessionbench.mock.fault.FaultEffect.Fail;
import dev.sessionbench.mock.fault.FaultEffect.GoAway;
import dev.sessionbench.mock.fault.FaultEffect.LoseSessions;
import dev.sessionbench.mock.fault.FaultEffect.Resource;
import dev.sessionbench.mock.fault.FaultEffect.Restart;
import dev.sessionbench.mock.fault.FaultEffect.ShortBatch;
import dev.sessionbench.mock.fault.FaultEffect.SlowStart;
import dev.sessionbench.mock.fault.FaultEffect.Stall;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.fault.FaultRule;
import dev.sessionbench.mock.split.SplitOptions;
import io.grpc.Status;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

class ProfilesTest {
  private static final long MILLI = 1_000_000;
  private static final Pattern YAML_BLOCK = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

  @ParameterizedTest
  @FieldSource("dev.sessionbench.mock.profile.Profiles#SHIPPED")
  void everyShippedProfileLoadsAndHasADescription(String name) {
    Profile profile = Profiles.load(name);
    assertThat(profile.name()).isEqualTo(name);
    assertThat(profile.description()).isNotBlank();
    assertThat(profile.options().latencies().drawNanos(Rpc.BATCH_CREATE_SESSIONS, 1, 0))
        .isPositive();
  }

  @Test
  void faultsAreReadAsTheyAreWritten() {
    FaultPlan plan =
        Profiles.parse(
                "p.yaml",
                """
                faults:
                  - name: quota
                    on: BatchCreateSessions
                    above: 20
                    fail: {status: RESOURCE_EXHAUSTED, message: many, retryAfter: 1.5,
                           resource: {type: t}}
                  - name: window
                    window: {from: 0.5, to: 2}
                    delay: {fixed: 5, random: 10}
                  - {name: one, calls: 5, session: 7, stall: true}
                  - {name: rest, calls: {from: 5}, every: 3, goAway: true}
                  - {name: some, calls: {from: 5, to: 6}, atMost: 2, restart: 200}
                  - {name: by name, session: projects/p/instances/i/databases/d/sessions/9,
                     fail: ABORTED}
                  - {name: channel, channel: 2, probability: 0.25, dropConnection: true}
                  - {name: half, on: BatchCreateSessions, shortBatch: 0.5}
                  - {name: none, on: [BatchCreateSessions], emptyBatch: true}
                  - {name: lost, on: [Commit, Read], loseSessions: 30}
                  - {name: slow, slowStart: {factor: 10, over: 1000}}
                """)
            .options()
            .faults();
    assertThat(plan)
        .isEqualTo(
            FaultPlan.of(
                FaultRule.of(
                        "quota",
                        new Fail(
                            Status.Code.RESOURCE_EXHAUSTED,
                            "many",
                            Optional.of(Duration.ofNanos(1_500_000)),
                            Optional.of(new Resource("t", ""))),
                        Rpc.BATCH_CREATE_SESSIONS)
                    .withAbovePerSecond(Optional.of(20.0)),
                FaultRule.of("window", new Delay(Duration.ofMillis(5), Duration.ofMillis(10)))
                    .when(new During(Duration.ofMillis(500), Duration.ofSeconds(2))),
                FaultRule.of("one", new Stall()).when(new Calls(5, 5)).when(new OnSession("7")),
                FaultRule.of("rest", new GoAway())
                    .when(new Calls(5, Long.MAX_VALUE))
                    .when(new Every(3)),
                FaultRule.of("some", new Restart(Duration.ofMillis(200)))
                    .when(new Calls(5, 6))
                    .withAtMost(2),
                FaultRule.of("by name", Fail.with(Status.Code.ABORTED, "by plan"))
                    .when(new OnSession("projects/p/instances/i/databases/d/sessions/9")),
                FaultRule.of("channel", new DropConnection())
                    .when(new Chance(0.25))
                    .when(new OnChannel(2)),
                FaultRule.of("half", new ShortBatch(0.5), Rpc.BATCH_CREATE_SESSIONS),
                FaultRule.of("none", new EmptyBatch(), Rpc.BATCH_CREATE_SESSIONS),
                FaultRule.of("lost", new LoseSessions(Duration.ofMillis(30)), Rpc.COMMIT, Rpc.READ),
                FaultRule.of("slow", new SlowStart(10, Duration.ofSeconds(1)))));
  }

  @Test
  void theOriginalProfileKeepsOtherDefaults() {
    MockServerOptions shipped = Profiles.load(Profiles.ORIGINAL).options();
    MockServerOptions defaults = MockServerOptions.defaults();
    assertThat(
            defaults
                .withLatencies(shipped.latencies())
                .withStatements(shipped.statements())
                .withSeed(shipped.seed())
                .withClock(shipped.clock()))
        .isEqualTo(shipped);
  }

  static List<String> documentedBlocks() throws Exception {
    return YAML_BLOCK
        .matcher(Files.readString(Path.of("docs/profiles.md")))
        .results()
        .map(block -> block.group(1))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("documentedBlocks")
  void everyBlockOfTheDocumentationLoads(String yaml) {
    Profiles.parse("docs/profiles.md", yaml);
  }

  @Test
  void theDocumentedSplitsAreTheDefaults() throws Exception {
    String block =
        documentedBlocks().stream().filter(b -> b.contains("splits:")).findFirst().orElseThrow();
    assertThat(Profiles.parse("docs/profiles.md", block).options().splits())
        .contains(SplitOptions.defaults());
  }

  @Test
  void theDocumentationNamesEveryKey() throws Exception {
    String text = String.join("\n", documentedBlocks());
    assertThat(documentedBlocks()).hasSizeGreaterThanOrEqualTo(3);
    assertThat(Section.of(Profiles.Content.class).fields())
        .extracting(Section.Field::name)
        .allSatisfy(key -> assertThat(text).containsPattern("(?m)^" + key + ":"));
  }

  @Test
  void aFileDecidesTheSettings(@TempDir Path folder) throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("mine.yaml"),
            """
            latencies:
              others: 1.5
              Commit: {normal: {mean: 5, deviation: 0.5}}
              Rollback: {logNormal: {median: 3, sigma: 0.25}}
              Read: {uniform: {min: 2, max: 4}}
            costModel: Contended
            batchLimit: 7
            sessionIdleTimeout: 0.25
            seed: -3
            """);
    Profile profile = Profiles.load(file.toString());
    MockServerOptions options = profile.options();
    assertThat(profile.name()).isEqualTo(file.toString());
    assertThat(options.latencies().time(Rpc.GET_SESSION))
        .isEqualTo(ServerTime.fixed(Duration.ofNanos(1_500_000)));
    assertThat(options.latencies().time(Rpc.COMMIT))
        .isEqualTo(new NormalTime(5 * MILLI, MILLI / 2));
    assertThat(options.latencies().time(Rpc.ROLLBACK))
        .isEqualTo(new LogNormalTime(3 * MILLI, 0.25));
    assertThat(options.latencies().time(Rpc.READ))
        .isEqualTo(new ServerTime(2 * MILLI, 4 * MILLI, 1));
    assertThat(options.costModel()).isEqualTo(CostModel.CONTENDED);
    assertThat(options.batchLimit()).isEqualTo(7);
    assertThat(options.sessionIdleTimeout()).isEqualTo(Duration.ofMillis(250));
    assertThat(options.seed()).isEqualTo(-3);
  }

  @Test
  void aCostModelMayBeGivenByItsParts() {
    assertThat(Profiles.parse("p", "costModel: {perSession: 0.25}").options().costModel())
        .isEqualTo(new CostModel(250_000, 0));
    assertThat(
            Profiles.parse("p", "costModel: {perSession: 0.4, perOther: 0.5}")
                .options()
                .costModel())
        .isEqualTo(new CostModel(400_000, 0.5));
  }

  @Test
  void theHashDependsOnTheContentButNotTheName(@TempDir Path folder) throws Exception {
    Profile contended = Profiles.load("contended");
    Path copy = folder.resolve("copy.yaml");
    Files.writeString(copy, contended.text().replace("\n", "\r\n"));
    assertThat(Profiles.load(copy.toString()).contentHash()).isEqualTo(contended.contentHash());
    Files.writeString(copy, contended.text() + "batchLimit: 50\n");
    assertThat(Profiles.load(copy.toString()).contentHash()).isNotEqualTo(contended.contentHash());
  }
}
