package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.study.warmup.WarmupOptions;
import dev.sessionbench.study.warmup.WarmupResult;
import dev.sessionbench.study.warmup.WarmupStudy;
import dev.sessionbench.study.warmup.WarmupStudy.RoundWatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code study warmup}: three rounds against a server whose splits form under load. */
@Command(
    name = "warmup",
    description = {
      "Plays a random load once against a database that has its splits, then three times against a",
      "new one, whose splits form meanwhile. Says when the server was warm, and when a client could",
      "see it."
    })
final class StudyWarmupCommand extends PlayedStudyCommand {
  @Option(
      names = "--profile",
      paramLabel = "NAME|FILE",
      description = "The server, with a section 'splits' (new-database).")
  private String profile = "new-database";

  @Option(names = "--virtual", description = "Play it in virtual time, without the client.")
  private boolean virtual;

  private volatile boolean stopped;

  StudyWarmupCommand(World world) {
    super(world, WarmupOptions.SCHEMA);
  }

  @Override
  WarmupResult play() throws InterruptedException {
    return virtual
        ? WarmupStudy.virtual(options())
        : WarmupStudy.real(options(), new RoundWatch(this::say, () -> stopped));
  }

  @Override
  void stop(Thread player) {
    stopped = true;
  }

  @Override
  ExitCode ended() {
    return stopped && !virtual ? ExitCode.BENCHMARK_FAILED : ExitCode.OK;
  }

  private WarmupOptions options() {
    try {
      return WarmupOptions.of(Profiles.load(profile), settings());
    } catch (IllegalArgumentException e) {
      throw new BadInput("--" + e.getMessage(), e);
    }
  }
}
