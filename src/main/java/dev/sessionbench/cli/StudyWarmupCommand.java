package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.study.Study;
import dev.sessionbench.study.warmup.PoolSweep;
import dev.sessionbench.study.warmup.SeedShares;
import dev.sessionbench.study.warmup.WarmupLoad;
import dev.sessionbench.study.warmup.WarmupOptions;
import dev.sessionbench.study.warmup.WarmupStudy;
import dev.sessionbench.study.warmup.WarmupStudy.RoundWatch;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
final class StudyWarmupCommand extends BenchCommand {
  /** What the last requests and the files may take when the study is stopped. */
  private static final long STOP_SECONDS = 60;

  private static final int MOST_SEEDS = 10_000;

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

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = {
        "Play seeds 1 to N in virtual time, in both loops, and say how often a client would have",
        "been right."
      })
  private Optional<Integer> seeds = Optional.empty();

  @Option(
      names = "--pools",
      description = {
        "Play the first minute of four times the load in virtual time instead, on pools of several",
        "configurations that grow meanwhile, against a cold server and a warm one."
      })
  private boolean pools;

  @Mixin private final StudyFiles files = new StudyFiles();

  StudyWarmupCommand(World world) {
    super(world);
  }

  @Override
  ExitCode execute() throws InterruptedException {
    WarmupOptions options = options();
    if (pools) {
      return keep(sweep(options), false);
    }
    if (seeds.isEmpty() && virtual) {
      return keep(WarmupStudy.virtual(options), false);
    }
    try (StopSignal signal = world.signals().apply(STOP_SECONDS);
        StudyWatch watch = new StudyWatch(signal)) {
      Study seen =
          seeds.isPresent()
              ? SeedShares.play(options, seeds.get(), watch)
              : WarmupStudy.real(options, watch);
      return keep(seen, watch.stopped());
    }
  }

  private ExitCode keep(Study seen, boolean stopped) {
    files.keep("warmup", seen, out);
    return stopped ? ExitCode.BENCHMARK_FAILED : ExitCode.OK;
  }

  private PoolSweep sweep(WarmupOptions options) {
    BadInput.when(
        virtual || seeds.isPresent(),
        "--pools: is another study than --virtual or --seeds; give one of them");
    boolean longer = seconds != DEFAULTS.seconds() || window != DEFAULTS.windowSeconds();
    BadInput.when(
        longer || sessions.isPresent(),
        "--pools: plays a minute on pools of its own; leave --sessions, --seconds and --window out");
    try {
      return PoolSweep.play(options);
    } catch (IllegalArgumentException e) {
      throw new BadInput("--pools plays four times the load: " + e.getMessage(), e);
    }
  }

  private WarmupOptions options() {
    files.check();
    Profile server = Profiles.load(profile);
    seeds.ifPresent(n -> require("--seeds", n, 1, MOST_SEEDS));
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

  /** Hands progress on, and notes when the process is told to end. */
  private final class StudyWatch implements RoundWatch, AutoCloseable {
    private final Thread listener;
    private volatile boolean stopped;

    StudyWatch(StopSignal signal) {
      listener = signal.onStop(() -> stopped = true);
    }

    @Override
    public void progress(String line) {
      say(line);
    }

    @Override
    public boolean stopped() {
      return stopped;
    }

    @Override
    public void close() {
      listener.interrupt();
    }
  }
}
