package dev.sessionbench.study.diagnosis;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.study.diagnosis.Diagnosis.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the diagnosis said of planted causes.
 *
 * @param answers one for each world that was played
 */
public record Confusion(List<Answer> answers) {
  /**
   * What was said of one world.
   *
   * @param planted the cause that was planted
   * @param strength how strongly, from 0
   * @param seed the seed
   * @param said the cause that the diagnosis found
   */
  public record Answer(Cause planted, int strength, long seed, Cause said) {
    /** Whether it found what was planted. */
    public boolean right() {
      return planted == said;
    }
  }

  /** Copies the answers. */
  public Confusion {
    answers = List.copyOf(answers);
  }

  /**
   * Plants every cause at every strength with as many seeds, and plays healthy worlds.
   *
   * @param seeds worlds of each cause and strength, at least 0
   * @param healthy worlds of varied load without a cause, at least 0
   * @param firstSeed their seeds begin with this one
   */
  public static Confusion of(int seeds, int healthy, long firstSeed) {
    List<Answer> answers = new ArrayList<>();
    for (Cause cause : Cause.values()) {
      int strengths = cause == Cause.NOTHING ? 1 : Plant.STRENGTHS;
      for (int strength = 0; strength < strengths; strength++) {
        for (long i = 0; i < (cause == Cause.NOTHING ? healthy : seeds); i++) {
          answers.add(answer(cause, strength, firstSeed + i));
        }
      }
    }
    return new Confusion(answers);
  }

  /** Plants a cause, and says what the diagnosis says. */
  public static Answer answer(Cause cause, int strength, long seed) {
    return new Answer(cause, strength, seed, diagnosis(Plant.of(cause, strength, seed)).cause());
  }

  static Diagnosis diagnosis(Plant plant) {
    Figures calm = SimulatedClient.play(plant.calm());
    return Diagnosis.of(SimulatedClient.play(plant.now()), Optional.of(calm));
  }

  /** The answers of a cause and strength. */
  public List<Answer> of(Cause planted, int strength) {
    return answers.stream()
        .filter(answer -> answer.planted() == planted && answer.strength() == strength)
        .toList();
  }

  /**
   * The share that is right of the planted causes at the two greater strengths.
   *
   * @return from 0 to 1; NaN where nothing was planted
   */
  public double rightShare() {
    List<Answer> strong =
        answers.stream().filter(a -> a.planted() != Cause.NOTHING && a.strength() > 0).toList();
    return 1.0 * strong.stream().filter(Answer::right).count() / strong.size();
  }

  /** How often a healthy world was called something. */
  public long falseAlarms() {
    return of(Cause.NOTHING, 0).stream().filter(answer -> !answer.right()).count();
  }

  /** What was planted by what was said: a row for each cause and strength. */
  public TextTable table() {
    List<String> header = new ArrayList<>(List.of("planted", "strength", "that is"));
    for (Cause cause : Cause.values()) {
      header.add(cause.toString());
    }
    TextTable table = new TextTable(header);
    for (Cause cause : Cause.values()) {
      int strengths = cause == Cause.NOTHING ? 1 : Plant.STRENGTHS;
      for (int strength = 0; strength < strengths; strength++) {
        table.add(row(cause, strength));
      }
    }
    return table;
  }

  private List<String> row(Cause planted, int strength) {
    List<String> row = new ArrayList<>();
    row.add(planted.toString());
    row.add(planted == Cause.NOTHING ? "–" : Integer.toString(strength + 1));
    row.add(Plant.words(planted, strength));
    for (Cause said : Cause.values()) {
      long times = of(planted, strength).stream().filter(a -> a.said() == said).count();
      row.add(times == 0 ? "·" : Long.toString(times));
    }
    return row;
  }

  /**
   * How each cause is planted into a healthy world, at three strengths. The weakest may be too weak
   * to matter; the others are not.
   *
   * @param calm the same client before, with few agents and nothing wrong
   * @param now what is to be judged
   */
  public record Plant(World calm, World now) {
    /** How many strengths there are. */
    public static final int STRENGTHS = 3;

    private static final int AGENTS = 100;
    private static final int CALM_AGENTS = 10;
    private static final int KNEE = 224;
    private static final long PAUSE_MILLIS = 100;
    private static final long VARIED_STREAM = 221;

    private static final double[] EXHAUSTED = {1.15, 1.5, 2.5};
    private static final double[] SLOWER_SERVER = {3, 6, 12};
    private static final double[] NETWORK_MILLIS = {75, 120, 250};
    private static final double[] CREATE_MILLIS = {1_500, 4_000, 12_000};
    private static final double[] LEAK_SHARE = {0.0015, 0.006, 0.025};
    private static final double[] REFUSED_SHARE = {0.5, 0.9, 1 - 1e-9};
    private static final double[] ABORTED_SHARE = {0.15, 0.4, 0.7};

    /** Processor time of a call as a multiple of what two processors have for it. */
    private static final double[] CPU_DEMAND = {0.9, 1.2, 2};

    /**
     * Plants a cause.
     *
     * @param cause the cause; {@link Cause#NOTHING} for a healthy world of varied load
     * @param strength from 0 to {@link #STRENGTHS} - 1
     * @param seed decides every draw
     */
    public static Plant of(Cause cause, int strength, long seed) {
      World world = World.healthy(new Agents(AGENTS, 0.5, PAUSE_MILLIS), seed);
      World now = planted(cause, strength, world);
      World before = cause == Cause.NOTHING ? now : world;
      return new Plant(
          before.withAgents(new Agents(CALM_AGENTS, 0.5, PAUSE_MILLIS)).withSeed(seed + 1), now);
    }

    /** What a strength is, in a few words. */
    static String words(Cause cause, int strength) {
      return switch (cause) {
        case SESSION_LEAK -> percent(LEAK_SHARE[strength]) + " of transactions keep theirs";
        case CREATION_FAILING -> percent(REFUSED_SHARE[strength]) + " of attempts refused";
        case LOCK_CONFLICTS -> percent(ABORTED_SHARE[strength]) + " of commits aborted";
        case CLIENT_CPU -> percent(CPU_DEMAND[strength]) + " of the processors asked for";
        case SERVER_SLOW -> Numbers.label(SLOWER_SERVER[strength]) + " times as slow";
        case NETWORK_SLOW -> Numbers.label(NETWORK_MILLIS[strength]) + " ms instead of 50";
        case POOL_EXHAUSTED -> percent(EXHAUSTED[strength]) + " of the agents that it suffices for";
        case GROWTH_SLOW -> Numbers.label(CREATE_MILLIS[strength]) + " ms for 5 sessions";
        case NOTHING -> "load of 5 % to 85 %";
      };
    }

    private static String percent(double share) {
      return Numbers.label(100 * share) + " %";
    }

    private static World planted(Cause cause, int strength, World world) {
      return switch (cause) {
        case SESSION_LEAK -> world.withLeakShare(LEAK_SHARE[strength]);
        case CREATION_FAILING ->
            world
                .withShape(new PoolShape(10, 100, 25, 4))
                .withRefusedShare(REFUSED_SHARE[strength]);
        case LOCK_CONFLICTS -> world.withAbortedShare(ABORTED_SHARE[strength]);
        case CLIENT_CPU -> world.withCpuMillis(CPU_DEMAND[strength] * cpuMillis(world));
        case SERVER_SLOW ->
            world
                .withExecuteMillis(world.executeMillis() * SLOWER_SERVER[strength])
                .withCommitMillis(world.commitMillis() * SLOWER_SERVER[strength]);
        case NETWORK_SLOW -> world.withNetworkMillis(NETWORK_MILLIS[strength]);
        case POOL_EXHAUSTED ->
            world.withAgents(
                new Agents((int) Math.round(KNEE * EXHAUSTED[strength]), 0.5, PAUSE_MILLIS));
        case GROWTH_SLOW ->
            world.withShape(new PoolShape(10, 100, 5, 4)).withCreateMillis(CREATE_MILLIS[strength]);
        case NOTHING -> varied(world.seed());
      };
    }

    /** The processor time of a call that uses all processors up, were there no queue for them. */
    private static double cpuMillis(World world) {
      double callsPerSecond = world.agents().number() * (1000.0 / 155 + 2 * 1000.0 / 215) / 2;
      return world.cores() * 1000 / callsPerSecond;
    }

    /** A healthy world: up to 85 % of the sessions are needed, and the processors are half idle. */
    private static World varied(long seed) {
      double share = SeededDraws.unit(seed, VARIED_STREAM, 0);
      double network = 10 + 90 * SeededDraws.unit(seed, VARIED_STREAM, 1);
      long pause = 50 + (long) (250 * SeededDraws.unit(seed, VARIED_STREAM, 2));
      double load = 0.05 + 0.8 * SeededDraws.unit(seed, VARIED_STREAM, 3);
      double hold = (1 - share) * (network + 6) + share * (2 * network + 17);
      int agents = (int) Math.max(2, load * 100 * (pause + hold) / hold * 0.95);
      return World.healthy(new Agents(agents, share, pause), seed).withNetworkMillis(network);
    }
  }
}
