package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.study.exhaustion.ExhaustionPlan;
import dev.sessionbench.study.exhaustion.ExhaustionStudy;
import dev.sessionbench.study.exhaustion.Leaderboard;
import dev.sessionbench.study.exhaustion.StudyResult;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code study exhaustion}: adds agents to a leaderboard until the pool is exhausted. */
@Command(
    name = "exhaustion",
    description = {
      "Adds agents that work on a leaderboard until the session pool is exhausted, and says why they",
      "wait. Prints a table, writes the measurements as JSON. Ctrl-C keeps what was measured."
    })
final class StudyExhaustionCommand extends PlayedStudyCommand {
  @Option(
      names = "--server",
      paramLabel = "HOST:PORT",
      description = "A running server, as serve --profile leaderboard. Default: our own.")
  private Optional<String> server = Optional.empty();

  @Option(
      names = "--profile",
      paramLabel = "NAME|FILE",
      description = "How our own server behaves; it knows the statements (leaderboard).")
  private Optional<String> profile = Optional.empty();

  StudyExhaustionCommand(World world) {
    super(world, ExhaustionPlan.SCHEMA);
  }

  @Override
  StudyResult play() {
    ExhaustionPlan plan = plan();
    say(plan.text());
    StudyResult result = new ExhaustionStudy(plan, scenario -> say(scenario.line())).run();
    say("");
    return result;
  }

  @Override
  void stop(Thread player) {
    player.interrupt();
  }

  private ExhaustionPlan plan() {
    Optional<ServerAddress.Tcp> address = server.flatMap(ServerAddress.Tcp::parse);
    BadInput.when(
        server.isPresent() && address.isEmpty(),
        "--server %s: must be HOST:PORT, as localhost:9010",
        server.orElse(""));
    BadInput.when(
        server.isPresent() && profile.isPresent(),
        "--profile %s: sets the study's own server and has no meaning with --server; leave it out",
        profile.orElse(""));
    return ExhaustionPlan.of(
        settings(), address, Profiles.load(profile.orElse(Leaderboard.PROFILE)));
  }
}
