package dev.sessionbench.study.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.study.warmup.PoolSweep.PoolCell;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PoolSweepTest {
  private static final PoolSweep SWEEP =
      PoolSweep.play(
          WarmupOptions.of(
              Profiles.load("new-database"),
              WarmupLoad.defaults().withAgents(50),
              Optional.empty(),
              Optional.empty()));

  @Test
  void everyShapeThatCanBeIsPlayedAgainstBothServers() {
    // Three minima, maxima and steps, but not 100 to 50.
    assertThat(SWEEP.cells()).hasSize(2 * (27 - 3));
    assertThat(SWEEP.table().render().lines()).hasSize(2 + 24);
    PoolSweep read = Json.parse("p.json", Json.text(SWEEP), new TypeReference<>() {});
    assertThat(read).isEqualTo(SWEEP);
  }

  @Test
  void aWarmServerDoesWhatTheClosedFormSays() {
    for (PoolCell cell : SWEEP.cells()) {
      if (!cell.cold()) {
        assertThat(cell.operations() / (60 * SWEEP.perSecond()))
            .as(cell.name())
            .isBetween(0.9, 1.01);
      }
    }
    assertThat(SWEEP.sessionsNeeded()).isBetween(12.0, 23.0);
  }

  @Test
  void theRequestsAreThoseOfTheClosedForm() {
    for (PoolCell cell : SWEEP.cells()) {
      int min = cell.shape().minSessions();
      // Each of four channels fills its part of the minimum, then there is one for each step.
      double steps = Math.ceil((cell.sessionsAtEnd() - min) / (double) cell.shape().incStep());
      assertThat(cell.requests()).as(cell.name()).isEqualTo((min == 0 ? 0 : 4) + (long) steps);
    }
  }

  @Test
  void theFirstSplitOfAColdServerIsWhenItsSettingsSay() {
    // Held for 10 s and moved for 30 s, and looked at every 2 s.
    assertThat(SWEEP.cells())
        .filteredOn(PoolCell::cold)
        .extracting(PoolCell::firstSplitSeconds)
        .allSatisfy(seconds -> assertThat(seconds).isBetween(39.9, 46.0));
    assertThat(SWEEP.cells())
        .filteredOn(cell -> !cell.cold())
        .allMatch(cell -> Double.isNaN(cell.firstSplitSeconds()));
  }

  @Test
  void thePageDrawsBothServersOnEqualAxes() {
    String page = SWEEP.page().orElseThrow();
    assertThat(page).contains("25/400/100", "25/50/25", "id=\"against-a-cold-server\"");
    // Ticks of the vertical axes: equal in the charts of both servers, whole and cut.
    Map<String, Long> ticks =
        page.lines()
            .filter(line -> line.contains("class=\"tick end\""))
            .collect(Collectors.groupingBy(line -> line, Collectors.counting()));
    assertThat(ticks.values()).isNotEmpty().allMatch(times -> times % 4 == 0);
  }
}
