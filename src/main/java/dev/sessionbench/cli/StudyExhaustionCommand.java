package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.bench.client.ServerAddress.Tcp;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.study.exhaustion.ExhaustionPlan;
import dev.sessionbench.study.exhaustion.ExhaustionStudy;
import dev.sessionbench.study.exhaustion.Leaderboard;
import dev.sessionbench.study.exhaustion.StudyResult;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code study exhaustion}: adds agents to a leaderboard until the pool is exhausted. */
@Command(
    name = "exhaustion",
    description = {
      "Adds agents that work on a leaderboard until the session pool is exhausted, and says why they",
      "wait. Prints a table, writes the measurements as JSON. Ctrl-C keeps what was measured."
    })
final class StudyExhaustionCommand extends PlayedStudyCommand {
  private static final Parameter<Optional<Tcp>> SERVER =
      Parameter.optional(
          "server",
          new Codec<>("HOST:PORT, as localhost:9010", List.of(), Tcp::parse, Tcp::toString),
          "a running server, as serve --profile leaderboard, by its HOST:PORT; default: our own");
  private static final Parameter<String> PROFILE =
      Parameter.text(
          "profile", Leaderboard.PROFILE, "how our own server behaves; it knows the statements");

  StudyExhaustionCommand() {
    super(ExhaustionPlan.SCHEMA.and(Schema.of("study exhaustion", SERVER, PROFILE)));
  }

  @Override
  StudyResult play() {
    Settings settings = settings();
    Optional<Tcp> server = settings.get(SERVER);
    BadInput.when(
        server.isPresent() && !settings.isDefault(PROFILE),
        "--profile %s: sets the study's own server and has no meaning with --server; leave it out",
        settings.get(PROFILE));
    ExhaustionPlan plan = ExhaustionPlan.of(settings, server, Profiles.load(settings.get(PROFILE)));
    say(plan.text());
    StudyResult result = new ExhaustionStudy(plan, scenario -> say(scenario.line())).run();
    say("");
    return result;
  }
}
