package dev.sessionbench.study.calibrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.results.EnvironmentReader;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.study.calibrate.FoundServers.Found;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole calibrations of many random servers in virtual time. Those of {@code
 * results/calibrate/seeds} are made by
 *
 * <pre>mvn test -Pslow -Dtest=CalibrationSeedsTest -Dgolden.write=true -Dseeds=0-99</pre>
 */
@Tag("slow")
class CalibrationSeedsTest {
  private static final int SERVERS = 12;
  private static final Budget BUDGET = new Budget(4_000, 400, 100, 3_600);

  @TempDir private Path folder;

  @Test
  void nineteenOfTwentySeedsFindAllOfTheirServers() throws Exception {
    String[] seeds = System.getProperty("seeds", "1000-1019").split("-", -1);
    String startedAt = SystemTime.CLOCK.calendar().instant().toString();
    List<Found> found = new ArrayList<>();
    int right = 0;
    for (long seed = Long.parseLong(seeds[0]); seed <= Long.parseLong(seeds[1]); seed++) {
      for (int server = 0; server < SERVERS; server++) {
        found.add(calibrated(seed, server));
      }
      right +=
          found.subList(found.size() - SERVERS, found.size()).stream().allMatch(Found::isRight)
              ? 1
              : 0;
    }
    if (Boolean.getBoolean("golden.write")) {
      Path data = Files.createDirectories(Path.of("results/calibrate/seeds"));
      Json.write(
          data.resolve(String.join("-", seeds) + ".json.gz"),
          new FoundServers(
              EnvironmentReader.read(0, startedAt).gitCommit(), startedAt, BUDGET, found));
    }
    assertThat(found).allMatch(one -> one.left() == 0);
    assertThat(found).allMatch(one -> one.load().mostInASecond() <= BUDGET.rpcsPerSecond());
    assertThat(found).allMatch(one -> one.load().mostInFlight() <= Budget.IN_FLIGHT);
    assertThat(found).allMatch(one -> one.load().mostAlive() <= BUDGET.sessionsAtOnce());
    assertThat(right).isGreaterThanOrEqualTo(found.size() / SERVERS * 19 / 20);
  }

  private Found calibrated(long seed, int index) throws Exception {
    KnownServer known = KnownServer.random(seed, index);
    try (VirtualServer server = new VirtualServer(known.options())) {
      CalibrationRequest request =
          new CalibrationRequest(
              "h:1", VirtualServer.DATABASE, "", "SELECT 1", BUDGET, seed, 1_000);
      Calibration calibration =
          new Calibrator(
                  request, server, "label", new StateFile(folder.resolve("state")), server.clock())
              .run(WavePlan.of(BUDGET, seed), "", "");
      CostFit fit = CostFit.of(calibration.calls());
      assertThat(calibration.stopped()).isEmpty();
      return new Found(
          seed,
          index,
          known.name(),
          fit.name(),
          known.baseNanos(),
          Math.round(fit.baseNanos()),
          known.cost().perSessionNanos(),
          fit.model().perSessionNanos(),
          known.cost().perOther(),
          fit.model().perOther(),
          known.error(fit),
          ServerLoad.of(server.server()),
          server.server().sessions().alive());
    }
  }
}
