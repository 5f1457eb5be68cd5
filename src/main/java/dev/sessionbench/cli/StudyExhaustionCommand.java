package dev.sessionbench.cli;

import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.study.exhaustion.ExhaustionPlan;
import dev.sessionbench.study.exhaustion.ExhaustionStudy;
import dev.sessionbench.study.exhaustion.Leaderboard;
import dev.sessionbench.study.exhaustion.StudyResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code study exhaustion}: adds agents to a leaderboard until the pool is exhausted. */
@Command(
    name = "exhaustion",
    description = {
      "Lets more and more agents work on a leaderboard until the session pool runs dry, and says why",
      "they wait. Prints a table, writes the measurements as JSON. Ctrl-C keeps what was measured."
    })
final class StudyExhaustionCommand extends PlayedStudyCommand {
  @Option(
      names = "--profile",
      paramLabel = "NAME|FILE",
      description = "How the server behaves (leaderboard); it also knows the study's statements.")
  private String profile = Leaderboard.PROFILE;

  StudyExhaustionCommand(World world) {
    super(world, ExhaustionPlan.SCHEMA);
  }

  @Override
  StudyResult play() {
    ExhaustionPlan plan = ExhaustionPlan.of(settings(), Profiles.load(profile));
    say(plan.text());
    StudyResult result = new ExhaustionStudy(plan, scenario -> say(scenario.line())).run();
    say("");
    return result;
  }

  @Override
  void stop(Thread player) {
    player.interrupt();
  }
}
