package dev.sessionbench.study.diagnosis;

import static dev.sessionbench.study.diagnosis.Diagnosis.Cause.NOTHING;

import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.SeededDraws;
import dev.sessionbench.base.text.Numbers;
import dev.sessionbench.base.text.TextTable;
import dev.sessionbench.base.text.TextTable.Column;
import dev.sessionbench.study.diagnosis.Diagnosis.Cause;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

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
    return new Confusion(
        Planted.ALL.stream()
            .flatMap(
                planted ->
                    LongStream.range(0, planted.cause == NOTHING ? healthy : seeds)
                        .mapToObj(i -> answer(planted.cause, planted.strength, firstSeed + i)))
            .toList());
  }

  /** A cause, and how strongly it is planted. */
  private record Planted(Cause cause, int strength) {
    private static final List<Planted> ALL =
        Arrays.stream(Cause.values())
            .flatMap(
                cause ->
                    IntStream.range(0, cause == NOTHING ? 1 : Plant.STRENGTHS)
                        .mapToObj(strength -> new Planted(cause, strength)))
            .toList();
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
        answers.stream().filter(a -> a.planted() != NOTHING && a.strength() > 0).toList();
    return 1.0 * strong.stream().filter(Answer::right).count() / strong.size();
  }

  /** How often a healthy world was called something. */
  public long falseAlarms() {
    return of(NOTHING, 0).stream().filter(answer -> !answer.right()).count();
  }

  /** What was planted by what was said: a row for each cause and strength. */
  public TextTable table() {
    List<Column<Planted>> columns = new ArrayList<>();
    columns.add(new Column<>('l', "planted", p -> p.cause.toString()));
    columns.add(
        Column.of("strength", p -> p.cause == NOTHING ? "–" : Integer.toString(p.strength + 1)));
    columns.add(Column.of("that is", p -> Plant.of(p.cause, p.strength, 0).words()));
    for (Cause said : Cause.values()) {
      columns.add(
          Column.of(
              said.toString(),
              p -> {
                List<Answer> planted = of(p.cause, p.strength);
                long times = planted.stream().filter(a -> a.said() == said).count();
                return times == 0 ? "·" : Long.toString(times);
              }));
    }
    return TextTable.of(Planted.ALL, columns);
  }

  /**
   * How each cause is planted into a healthy world, at three strengths. The weakest may be too weak
   * to matter; the others are not.
   *
   * @param words what the strength is, in a few words
   * @param calm the same client before, with few agents and nothing wrong
   * @param now what is to be judged
   */
  public record Plant(String words, World calm, World now) {
    /** How many strengths there are. */
    public static final int STRENGTHS = 3;

    private static final int AGENTS = 100;
    private static final int CALM_AGENTS = 10;
    private static final int KNEE = 224;
    private static final long PAUSE_MILLIS = 100;
    private static final long VARIED_STREAM = 221;

    /**
     * Plants a cause.
     *
     * @param cause the cause; {@link Cause#NOTHING} for a healthy world of varied load
     * @param strength from 0 to {@link #STRENGTHS} - 1
     * @param seed decides every draw
     */
    public static Plant of(Cause cause, int strength, long seed) {
      World world = World.healthy(new Agents(AGENTS, 0.5, PAUSE_MILLIS), seed);
      World before = cause == NOTHING ? varied(seed) : world;
      World calm = before.withAgents(new Agents(CALM_AGENTS, 0.5, PAUSE_MILLIS)).withSeed(seed + 1);
      Row row =
          switch (cause) {
            case SESSION_LEAK ->
                new Row(
                    "%2$s of transactions keep theirs", world::withLeakShare, 0.0015, 0.006, 0.025);
            case CREATION_FAILING ->
                new Row(
                    "%2$s of attempts refused",
                    world.withShape(new PoolShape(10, 100, 25, 4))::withRefusedShare,
                    0.5,
                    0.9,
                    1 - 1e-9);
            case LOCK_CONFLICTS ->
                new Row("%2$s of commits aborted", world::withAbortedShare, 0.15, 0.4, 0.7);
            // Processor time of a call as a multiple of what two processors have for it.
            case CLIENT_CPU ->
                new Row(
                    "%2$s of the processors asked for",
                    demand -> world.withCpuMillis(demand * cpuMillis(world)), 0.9, 1.2, 2);
            case SERVER_SLOW ->
                new Row("%1$s times as slow", times -> slowed(world, times), 3, 6, 12);
            case NETWORK_SLOW ->
                new Row("%1$s ms instead of 50", world::withNetworkMillis, 75, 120, 250);
            case POOL_EXHAUSTED ->
                new Row(
                    "%2$s of the agents that it suffices for",
                    times ->
                        world.withAgents(
                            new Agents((int) Math.round(KNEE * times), 0.5, PAUSE_MILLIS)),
                    1.15,
                    1.5,
                    2.5);
            case GROWTH_SLOW ->
                new Row(
                    "%1$s ms for 5 sessions",
                    world.withShape(new PoolShape(10, 100, 5, 4))::withCreateMillis,
                    1_500,
                    4_000,
                    12_000);
            case NOTHING -> new Row("load of 5 %% to 85 %%", ignored -> before, 0, 0, 0);
          };
      double value = row.strengths[strength];
      String percent = Numbers.label(100 * value) + " %";
      return new Plant(
          row.words.formatted(Numbers.label(value), percent), calm, row.now.apply(value));
    }

    /** A cause: its strength in words, and the world that has it. */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    private record Row(String words, DoubleFunction<World> now, double... strengths) {}

    private static World slowed(World world, double times) {
      return world
          .withExecuteMillis(world.executeMillis() * times)
          .withCommitMillis(world.commitMillis() * times);
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
