package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.profile.Profiles;
import dev.sessionbench.study.exhaustion.ExhaustionPlan;
import dev.sessionbench.study.exhaustion.ExhaustionPlan.Loops;
import dev.sessionbench.study.exhaustion.ExhaustionStudy;
import dev.sessionbench.study.exhaustion.StudyResult;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code study exhaustion}: adds agents to a leaderboard until the pool is exhausted. */
@Command(
    name = "exhaustion",
    mixinStandardHelpOptions = true,
    description = {
      "Lets more and more agents work on a leaderboard until the session pool runs dry, and says why",
      "they wait. Prints a table, writes the measurements as JSON. Ctrl-C keeps what was measured."
    })
final class StudyExhaustionCommand extends PlayedStudyCommand {
  private static final ExhaustionPlan DEFAULTS = ExhaustionPlan.defaults();

  @Option(
      names = "--agents",
      paramLabel = "N",
      split = ",",
      description =
          "Agents of each scenario. Default: 20,35,50,75,100,125,150,180,600; half of them write.")
  private List<Integer> agents = DEFAULTS.agents();

  @Option(names = "--write-share", paramLabel = "SHARE", description = "Share that writes (0.5).")
  private double writeShare = DEFAULTS.writeShare();

  @Option(names = "--pause", paramLabel = "MS", description = "Pause between transactions (100).")
  private long pauseMillis = DEFAULTS.pauseMillis();

  @Option(names = "--warm-up", paramLabel = "S", description = "Seconds to warm the JVM up (4).")
  private double warmUpSeconds = DEFAULTS.warmUpSeconds();

  @Option(
      names = "--first",
      paramLabel = "S",
      description = {
        "How long the first scenario takes, which the others are compared with. Default: 25, or as",
        "long as the others if --seconds is given."
      })
  private Optional<Double> firstSeconds = Optional.empty();

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "How long a scenario takes (5); its first second does not count.")
  private Optional<Double> seconds = Optional.empty();

  @Option(names = "--idle", paramLabel = "S", description = "Pause after scenarios 3 and 6 (8).")
  private double idleSeconds = DEFAULTS.idleSeconds();

  @Option(
      names = "--pool",
      paramLabel = "MIN,MAX,STEP",
      split = ",",
      description = "The pool's minSessions, maxSessions and incStep. Default: 40,100,25.")
  private List<Integer> pool = List.of(40, 100, 25);

  @Option(names = "--channels", paramLabel = "N", description = "The client's channels (4).")
  private int channels = DEFAULTS.shape().numChannels();

  @Option(
      names = "--network",
      paramLabel = "MS",
      description = "Simulated network to the server and back. Default: 50, and 0 with --server.")
  private Optional<Long> networkMillis = Optional.empty();

  @Option(
      names = "--loop",
      paramLabel = "LOOP",
      description = {
        "closed (each agent waits for its last transaction), open (a schedule that waits for",
        "nobody) or both. Default: both."
      })
  private Loops loop = Loops.BOTH;

  @Option(
      names = "--open",
      paramLabel = "RATE",
      description = {
        "Transactions a second of the open loop. Default: as many as the agents would make if",
        "nobody ever waited."
      })
  private Optional<Double> openRate = Optional.empty();

  @Option(
      names = "--server",
      paramLabel = "HOST:PORT",
      description = "A server that is there, as serve --profile leaderboard. Default: our own.")
  private Optional<String> server = Optional.empty();

  @Option(
      names = "--profile",
      paramLabel = "NAME|FILE",
      description = "How our own server behaves; it knows the statements (leaderboard).")
  private Optional<String> profile = Optional.empty();

  @Option(names = "--seed", paramLabel = "N", description = "Decides every draw (1).")
  private long seed = DEFAULTS.seed();

  StudyExhaustionCommand(World world) {
    super(world);
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
    return new ExhaustionPlan(
        agents,
        writeShare,
        pauseMillis,
        warmUpSeconds,
        firstSeconds.or(() -> seconds).orElse(DEFAULTS.firstSeconds()),
        seconds.orElse(DEFAULTS.seconds()),
        DEFAULTS.idleAfter(),
        idleSeconds,
        shape(),
        DEFAULTS.upkeep(),
        networkMillis.orElse(address.isPresent() ? 0L : DEFAULTS.networkMillis()),
        loop,
        openRate,
        address,
        profile.map(this::profile).orElse(DEFAULTS.profile()),
        seed);
  }

  private Profile profile(String name) {
    BadInput.when(
        server.isPresent(),
        "--profile %s: sets the study's own server and has no meaning with --server; leave it out",
        name);
    return Profiles.load(name);
  }

  private PoolShape shape() {
    BadInput.when(pool.size() != 3, "--pool %s: must be MIN,MAX,STEP, as 40,100,25", pool);
    try {
      return new PoolShape(pool.get(0), pool.get(1), pool.get(2), channels);
    } catch (IllegalArgumentException e) {
      throw new BadInput("--pool or --channels: " + e.getMessage(), e);
    }
  }
}
