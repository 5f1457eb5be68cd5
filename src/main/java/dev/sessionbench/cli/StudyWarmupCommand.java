package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.study.warmup.WarmupLoad;
import dev.sessionbench.study.warmup.WarmupOptions;
import dev.sessionbench.study.warmup.WarmupResult;
import dev.sessionbench.study.warmup.WarmupStudy;
import dev.sessionbench.study.warmup.WarmupStudy.RoundWatch;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code study warmup}: three rounds against a server whose splits form under load. */
@Command(
    name = "warmup",
    mixinStandardHelpOptions = true,
    description = {
      "Plays the same random load three times against a new database, whose splits form meanwhile,",
      "and once before against one that has its splits already. Says when a client could take the",
      "server for warm, and when it was."
    })
final class StudyWarmupCommand extends PlayedStudyCommand {
  private static final WarmupLoad DEFAULTS = WarmupLoad.defaults();

  @Option(names = "--seconds", paramLabel = "S", description = "Seconds of a round (36).")
  private double seconds = DEFAULTS.seconds();

  @Option(names = "--window", paramLabel = "S", description = "Seconds of each point (0.25).")
  private double window = DEFAULTS.windowSeconds();

  @Option(names = "--agents", paramLabel = "N", description = "Agents that read and write (100).")
  private int agents = DEFAULTS.agents();

  @Option(names = "--think", paramLabel = "MS", description = "Mean pause of an agent (100).")
  private double think = DEFAULTS.thinkMillis();

  @Option(
      names = "--heavy-seconds",
      paramLabel = "S",
      description = "How long most calls are writes, at first (5).")
  private double heavySeconds = DEFAULTS.heavySeconds();

  @Option(
      names = "--loop",
      paramLabel = "closed|open",
      description =
          "What begins an operation: an agent whose last has ended (default), or a schedule.")
  private WarmupLoad.Loop loop = DEFAULTS.loop();

  @Option(
      names = "--sessions",
      paramLabel = "N",
      description = "Sessions in the pool. Default: one for each agent, four in the open loop.")
  private Optional<Integer> sessions = Optional.empty();

  @Option(
      names = "--profile",
      paramLabel = "NAME|FILE",
      description = "The server, with a section 'splits' (new-database).")
  private String profile = "new-database";

  @Option(
      names = "--pre-split",
      paramLabel = "N",
      description = "Splits of the control round's server. Default: ten for each node.")
  private Optional<Integer> preSplit = Optional.empty();

  @Option(names = "--seed", paramLabel = "N", description = "Decides every draw (1).")
  private long seed = DEFAULTS.seed();

  @Option(names = "--virtual", description = "Play it in virtual time, without the client.")
  private boolean virtual;

  private volatile boolean stopped;

  StudyWarmupCommand(World world) {
    super(world);
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
    Profile server = Profiles.load(profile);
    double writes = DEFAULTS.writes();
    double heavy = DEFAULTS.heavyWrites();
    try {
      WarmupLoad load =
          new WarmupLoad(loop, agents, think, writes, heavy, heavySeconds, seconds, window, seed);
      return WarmupOptions.of(server, load, preSplit, sessions);
    } catch (IllegalArgumentException e) {
      throw new BadInput("--" + e.getMessage(), e);
    }
  }
}
