package dev.sessionbench.bench.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sessionbench.base.model.Assigned;
import dev.sessionbench.base.model.CostModel;
import dev.sessionbench.base.model.LatencyProfile;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.model.Transport;
import dev.sessionbench.bench.client.Generation;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.bench.load.Workload;
import dev.sessionbench.bench.trial.FaultOptions.FaultScenario;
import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.mock.profile.Profiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrialParametersTest {
  private static final Map<String, String> VALUES =
      Assigned.params(
          "minSessions=100 maxSessions=400 incStep=25 numChannels=4 seed=7 operations=0",
          "concurrency=0 transport=tcp port=0 costModel=contended waitForMinSessions=false");

  @Test
  void readsEveryParameter() {
    TrialOptions options = TrialParameters.read(Workload.BURST_READ, VALUES);
    assertThat(options.shape().incStep()).isEqualTo(25);
    assertThat(options.size().seed()).isEqualTo(7);
    assertThat(options.size().operations()).isEqualTo(3_200);
    assertThat(options.mock().transport()).isEqualTo(Transport.TCP);
    assertThat(options.mock().costModel()).isEqualTo(CostModel.CONTENDED);
    assertThat(options.waitForMinSessions()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "incStep|0|incStep=0: must be a whole number from 1",
        "incStep|-3|incStep=-3: must be a whole number from 1",
        "incStep|ten|incStep=ten: must be a whole number from 1",
        "incStep|99999999999|incStep=99999999999: must be a whole number from 1",
        "minSessions|401|minSessions=401: must be at most maxSessions (400)",
        "seed|x|seed=x: must be a whole number",
        "operations|-1|operations=-1: must be at least 1, or 0 for the benchmark's own number",
        "concurrency|-1|concurrency=-1: must be at least 1, or 0 for twice maxSessions",
        "transport|udp|transport=udp: must be one of inprocess, tcp",
        "costModel|free|costModel=free: must be one of flat, linear, contended, or profile for that"
            + " of the profile",
        "port|70000|port=70000: must be from 1 to 65535, or 0 for any free one",
        "timeScale|0|timeScale=0: must be a whole number from 1 to 100",
        "timeScale|101|timeScale=101: must be a whole number from 1 to 100",
        "timeScale|two|timeScale=two: must be a whole number from 1 to 100",
        "waitForMinSessions|maybe|waitForMinSessions=maybe: must be true or false",
      })
  void errorsSayWhatIsWrongAndWhatIsRight(String name, String word, String complaint) {
    Map<String, String> values = new HashMap<>(VALUES);
    values.put(name, word);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TrialParameters.read(Workload.BURST_READ, values))
        .withMessage(complaint);
  }

  @Test
  void journalHasRoomForEveryRpcOfALoad() {
    assertThat(with("maxSessions=2000").measured().mock().journalCapacity())
        .isGreaterThan(2 * 16_000 + 2_000);
    assertThat(with("client=6.107.0+1.52.0 operations=9000").measured().mock())
        .extracting(MockServerOptions::journalCapacity)
        .isEqualTo(4 * 9_000 + 4 * 800);
  }

  @Test
  void readsAnotherServerOrUsesTheSuitesOwn() {
    assertThat(TrialParameters.read(Workload.BURST_READ, VALUES).server()).isEmpty();
    assertThat(with("server=mock costModel=linear").server()).isEmpty();
    assertThat(with("server=spanner.example:9010 costModel=flat").server())
        .contains(new ServerAddress.Tcp("spanner.example", 9010));
    assertThat(with("server=[::1]:9010 costModel=flat").server())
        .contains(new ServerAddress.Tcp("[::1]", 9010));
  }

  @Test
  void readsARunFromItsIdentity() {
    Map<String, String> values = new HashMap<>(VALUES);
    values.put("costModel", "flat");
    values.put("server", "localhost:9010");
    Map<String, String> identity = TrialParameters.recorded("burstRead", values);
    assertThat(identity)
        .containsEntry("server", "localhost:9010")
        .doesNotContainKeys("transport", "port", "costModel");
    assertThat(TrialParameters.read(Workload.BURST_READ, identity))
        .isEqualTo(TrialParameters.read(Workload.BURST_READ, values));
    values.put("server", "mock");
    assertThat(TrialParameters.recorded("burstRead", values)).doesNotContainKey("server");
    assertThat(
            TrialParameters.read(
                Workload.BURST_READ, TrialParameters.recorded("burstRead", values)))
        .isEqualTo(TrialParameters.read(Workload.BURST_READ, values));
  }

  @Test
  void identityNamesOnlyAnotherClientsVersion() {
    Map<String, String> values = new HashMap<>(VALUES);
    values.put("client", "newest");
    values.put("writeFraction", "0.2");
    assertThat(TrialParameters.recorded("burstRead", values))
        .containsEntry("client", Generation.NEWEST)
        .doesNotContainKey("writeFraction");
    values.put("client", "built");
    assertThat(TrialParameters.recorded("burstRead", values))
        .doesNotContainKeys("client", "writeFraction");
    assertThat(TrialParameters.read(Workload.BURST_READ, values).client().isBuilt()).isTrue();
    values.put("client", "1.52.0");
    values.put("writeFraction", "0.5");
    Map<String, String> identity = TrialParameters.recorded("burstRead", values);
    assertThat(identity).containsEntry("client", "1.52.0").containsEntry("writeFraction", "0.5");
    assertThat(TrialParameters.read(Workload.BURST_READ, identity))
        .isEqualTo(TrialParameters.read(Workload.BURST_READ, values));
    values.put("client", "newest");
    assertThat(TrialParameters.recorded("burstRead", values))
        .as("which prepares none")
        .doesNotContainKey("writeFraction");
  }

  @Test
  void identityOfAPoolHasItsVersionAndParameters() {
    Map<String, String> values = new HashMap<>(VALUES);
    values.put("client", "hikaricp");
    assertThat(TrialParameters.recorded("burstRead", values))
        .containsEntry("client", "hikaricp-6.3.0")
        .doesNotContainKeys("incStep", "acquireTimeoutMillis", "writeFraction");
    values.put("client", "c3p0");
    values.put("acquireTimeoutMillis", "500");
    assertThat(TrialParameters.recorded("burstRead", values))
        .containsEntry("acquireTimeoutMillis", "500")
        .containsKey("incStep");
  }

  @ParameterizedTest
  @CsvSource({
    "built, true",
    "6.107.0, true",
    "newest, false",
    "6.123.0, false",
    "multiplexed-6.107.0, false",
    "6.107.0+newest, true"
  })
  void identityHasTheStepIfTheClientUsesAPool(String client, boolean tells) {
    Map<String, String> values = new HashMap<>(VALUES);
    values.put("client", client);
    assertThat(TrialParameters.recorded("burstRead", values).containsKey("incStep"))
        .isEqualTo(tells);
  }

  @Test
  void identityOfAFleetCountsItsVersions() {
    Map<String, String> values = new HashMap<>(VALUES);
    values.put("client", "newest+2x6.107.0+6.107.0");
    Map<String, String> identity = TrialParameters.recorded("burstRead", values);
    assertThat(identity).containsEntry("client", "3x6.107.0+" + Generation.NEWEST);
    MeasuredClient fleet = with("client=newest+2x6.107.0+6.107.0").client();
    assertThat(fleet.clients()).hasSize(4);
    assertThat(with("client=3x6.107.0+newest").measured().shape())
        .isEqualTo(new PoolShape(300, 1_200, 25, 4));
    assertThat(with("client=2xnewest").measured().shape())
        .isEqualTo(new PoolShape(100, 400, 25, 4));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0x6.107.0|client=0x6.107.0: must be from 1 to 64 clients",
        "60x6.107.0+5xnewest|client=60x6.107.0+5xnewest: must be from 1 to 64 clients",
        "built+newest|client=built+newest: built cannot be part of a fleet; name its version",
        "6.107.0+|client=: must be built, newest, a version as in 6.107.0, or multiplexed-VERSION;"
            + " or a pool as in hikaricp or hikaricp-6.3.0, of hikaricp, dbcp2, c3p0, tomcat-jdbc,"
            + " agroal, vibur, reactor-pool",
      })
  void refusesAnEmptyOrTooLargeFleet(String word, String complaint) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with("client=" + word))
        .withMessage(complaint);
  }

  @Test
  void usesTheOriginalTimesByDefault() {
    assertThat(with().measured().mock().latencies().times())
        .isEqualTo(with("profile=original").measured().mock().latencies().times());
    assertThat(
            TrialParameters.recorded(
                "burstRead", Map.of("profile", "original", "costModel", "profile")))
        .isEqualTo(TrialParameters.recorded("burstRead", Map.of("costModel", "flat")))
        .doesNotContainKey("profile")
        .containsEntry("incStep", "25");
  }

  @Test
  void identityHasTheContentOfAnotherProfile(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("p.yaml"), "latencies: {Commit: 5}\n");
    Map<String, String> values = new HashMap<>(VALUES);
    values.putAll(Map.of("profile", file.toString(), "costModel", "profile"));
    Map<String, String> before = TrialParameters.recorded("burstRead", values);
    assertThat(before).containsEntry("profile", file.toString()).containsEntry("costModel", "flat");
    assertThat(TrialParameters.recorded("burstRead", before)).isEqualTo(before);
    assertThat(TrialParameters.PROFILE.files(before))
        .isEqualTo(
            Map.of(
                "profile-" + before.get("profileContent") + ".yaml", "latencies: {Commit: 5}\n"));
    Files.writeString(file, "latencies: {Commit: 6}\n");
    assertThat(TrialParameters.recorded("burstRead", values).get("profileContent"))
        .isNotEqualTo(before.get("profileContent"));
    assertThat(TrialParameters.PROFILE.files(Map.of())).isEmpty();
  }

  @Test
  void faultsUseTheServerOfTheProfile() {
    Map<String, String> values = new HashMap<>(VALUES);
    values.putAll(Map.of("scenario", "halfBatch", "creationTimeoutMillis", "500"));
    LatencyProfile byDefault = FaultOptions.read(values).measured().mock().latencies();
    for (Rpc rpc : Rpc.values()) {
      assertThat(byDefault.drawNanos(rpc, 7, 4))
          .isEqualTo(Profiles.load(Profiles.ORIGINAL).options().latencies().drawNanos(rpc, 7, 4));
    }
    values.put("profile", "contended");
    Scenario contended = FaultOptions.read(values).measured();
    assertThat(contended.mock().costModel()).isEqualTo(CostModel.CONTENDED);
    assertThat(contended.faults()).isEqualTo(FaultScenario.HALF_BATCH.plan());
    assertThat(FaultOptions.read(values).warmup().mock().costModel())
        .isEqualTo(CostModel.CONTENDED);
  }

  @Test
  void namedCostModelReplacesTheProfiles() {
    assertThat(with("profile=contended costModel=profile").mock().costModel())
        .isEqualTo(CostModel.CONTENDED);
    assertThat(with("profile=contended costModel=flat").mock().costModel())
        .isEqualTo(CostModel.FLAT);
    assertThat(with("costModel=profile").mock().costModel()).isEqualTo(CostModel.FLAT);
  }

  @Test
  void stretchesEveryTimeOfAProfile() {
    Scenario plain = with("profile=same-region").measured();
    Scenario stretched = with("profile=same-region timeScale=3").measured();
    for (Rpc rpc : Rpc.values()) {
      assertThat(stretched.mock().latencies().drawNanos(rpc, 7, 4))
          .isEqualTo(3 * plain.mock().latencies().drawNanos(rpc, 7, 4));
    }
    assertThat(with("profile=new-database").mock().splits()).isPresent();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with("profile=new-database timeScale=3"))
        .withMessageContaining("has a section splits, which timeScale=3 does not stretch");
  }

  @Test
  void refusesAWrongProfileAndOneWithFaults(@TempDir Path folder) throws Exception {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with("profile=none.yaml"))
        .withMessageStartingWith("profile=none.yaml: there is no such file, and the profiles");
    Path faulty = Files.writeString(folder.resolve("f.yaml"), "faults: [{name: a, stall: true}]\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with("profile=" + faulty))
        .withMessage(
            "profile=%s: has a section faults, and this benchmark needs a server without faults; leave"
                    .formatted(faulty)
                + " it out");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with("server=localhost:9010 profile=contended"))
        .withMessageStartingWith("profile=contended: sets the suite's own server");
  }

  @Test
  void timeScaleIsOneByDefault() {
    assertThat(with().size().timeScale()).isEqualTo(1);
    assertThat(with("timeScale=4").size().timeScale()).isEqualTo(4);
  }

  @Test
  void refusesToStretchTheTimesOfAnotherServer() {
    assertThat(with("server=localhost:9010 timeScale=1").size().timeScale()).isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with("server=localhost:9010 timeScale=2"))
        .withMessage(
            "timeScale=2: sets the suite's own server and has no meaning with server=localhost:9010;"
                + " leave it out");
  }

  @Test
  void refusesSettingsOfTheSuitesServerForAnother() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with("server=localhost:9010 port=9011"))
        .withMessage(
            "port=9011: sets the suite's own server and has no meaning with server=localhost:9010;"
                + " leave it out");
  }

  private static TrialOptions with(String... values) {
    Map<String, String> changed = new HashMap<>(VALUES);
    changed.put("costModel", "flat");
    changed.putAll(Assigned.params(values));
    return TrialParameters.read(Workload.BURST_READ, changed);
  }
}
