package dev.sessionbench.study.exhaustion;

import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.study.diagnosis.Diagnosis;
import dev.sessionbench.study.diagnosis.Figures;
import dev.sessionbench.study.diagnosis.Figures.Quantity;
import dev.sessionbench.study.exhaustion.StudyResult.ScenarioResult;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The study in words, for a terminal. */
public final class ExhaustionWords {
  private ExhaustionWords() {}

  /** What is about to be done, in one line. */
  public static String announce(ExhaustionPlan plan) {
    return String.format(
        Locale.ROOT,
        "exhaustion: %d scenarios of %s s, the first of %s s, a pool of %d to %d sessions, %d ms of network; about %.0f s",
        plan.agents().size(),
        Numbers.label(plan.seconds()),
        Numbers.label(plan.firstSeconds()),
        plan.shape().minSessions(),
        plan.shape().maxSessions(),
        plan.networkMillis(),
        // Starting before, and gathering the traces afterwards.
        plan.totalSeconds() + 10);
  }

  /** A scenario that has just been played, in one line. */
  public static String line(ScenarioResult scenario) {
    return "scenario %d, %s: %s tx/s, %s in use, mean wait %s"
        .formatted(
            scenario.scenario(),
            scenario.open()
                ? Numbers.label(scenario.offered()) + " due a second"
                : scenario.agents().number() + " agents",
            Numbers.label(scenario.throughput()),
            scenario.figures().value(Quantity.IN_USE),
            scenario.figures().value(Quantity.WAIT));
  }

  /** What the study found: the diagnosis first, then its tables. Each line ends in a line feed. */
  public static String of(StudyResult result) {
    StringBuilder text = new StringBuilder();
    if (!result.complete()) {
      text.append("Stopped before its end: this is what was measured until then.\n");
    }
    result.largest().ifPresent(largest -> text.append(diagnosis(largest)));
    text.append("\nClosed loop: N agents, each of which waits for its last transaction (ms)\n\n")
        .append(ExhaustionTable.closed(result).render());
    if (!result.loop(true).isEmpty()) {
      text.append(
              "\nOpen loop: transactions due at random moments, latency from when each was due"
                  + " (ms)\n\n")
          .append(ExhaustionTable.open(result).render());
    }
    return text.append('\n').append(facts(result)).toString();
  }

  /** The diagnosis of each scenario of the closed loop, made anew from its figures. */
  public static Map<String, Diagnosis> diagnoses(StudyResult result) {
    Map<String, Diagnosis> diagnoses = new LinkedHashMap<>();
    Optional<Figures> calm = Optional.empty();
    for (ScenarioResult scenario : result.loop(false)) {
      diagnoses.put(
          "Scenario %d, %d agents".formatted(scenario.scenario(), scenario.agents().number()),
          Diagnosis.of(scenario.figures(), calm));
      calm = calm.or(() -> Optional.of(scenario.figures()));
    }
    return diagnoses;
  }

  private static String diagnosis(ScenarioResult scenario) {
    Diagnosis diagnosis = scenario.diagnosis();
    return "Scenario %d, %d agents. %s"
        .formatted(
            scenario.scenario(),
            scenario.agents().number(),
            diagnosis == null ? "" : diagnosis.text());
  }

  /** What the traces show, in one line. */
  static String traces(TraceSummary traces) {
    return ("Traces: %s of %s transactions, %s spans; %s of %s starved ones show the wait, %s of"
            + " them without a session being created for it%s")
        .formatted(
            traces.traced(),
            traces.transactions(),
            traces.spans(),
            traces.shown(),
            traces.starved(),
            traces.withoutCreation(),
            traces.stalled() == null
                ? ""
                : "; %s more were late though a session was there at once"
                    .formatted(traces.stalled()));
  }

  private static String facts(StudyResult result) {
    StringBuilder text = new StringBuilder();
    if (result.profile() != null) {
      text.append("Profile of the server: %s\n".formatted(result.profile()));
    }
    if (result.traces().traced() > 0) {
      text.append(traces(result.traces())).append('\n');
    }
    result
        .clientGfe()
        .forEach(
            gfe ->
                text.append(
                    "GFE latency of %s: mean %s ms by the client's own metric, %s ms by the headers of its replies\n"
                        .formatted(
                            gfe.method(),
                            Numbers.label(gfe.clientMillis()),
                            Numbers.label(gfe.headerMillis()))));
    return text.append(
            "Took %s s; at most %s %% of the processors were used in a scenario\n"
                .formatted(Numbers.label(result.seconds()), Numbers.label(100 * result.cpuShare())))
        .toString();
  }
}
