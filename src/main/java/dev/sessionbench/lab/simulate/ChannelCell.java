package dev.sessionbench.lab.simulate;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.results.Cell;
import dev.sessionbench.base.results.Params;
import dev.sessionbench.bench.load.LoadPlan;
import dev.sessionbench.bench.trial.ChannelLoad;
import dev.sessionbench.bench.trial.ChannelLoad.Shape;
import dev.sessionbench.bench.trial.TrialParameters;
import dev.sessionbench.lab.simulate.ChannelGrowth.Choice;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.rpc.ConnectionOptions;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A load on gRPC channels in virtual time, with any strategy for the channels. The load, the
 * server's limits of a connection and the metrics are those of {@link ChannelLoad}.
 *
 * @param load the load
 * @param settings a value for each parameter
 * @param connections the limits and costs of a connection to the server
 */
public record ChannelCell(LoadPlan load, Settings settings, ConnectionOptions connections) {
  private static final String BENCHMARKS = "dev.sessionbench.VirtualChannels.";

  static final Parameter<ChannelGrowth> GROWTH =
      Parameter.oneOf("channelGrowth", ChannelGrowth.FIXED, "how many channels it opens, and when");
  static final Parameter<Choice> CHOICE =
      Parameter.oneOf("channelChoice", Choice.ROUND_ROBIN, "which channel takes a call");
  static final Parameter<Integer> CHANNELS =
      Parameter.whole("numChannels", 4, 1, PoolShape.MAX_CHANNELS, "channels at the start")
          .where(s -> s.get(GROWTH).adds() || s.get(GROWTH) == ChannelGrowth.FIXED);
  static final Parameter<Integer> MOST =
      Parameter.whole("maxChannels", 256, 1, PoolShape.MAX_CHANNELS, "channels at most")
          .where(s -> s.get(GROWTH).adds());
  static final Parameter<Integer> CALLS =
      Parameter.whole(
              "callsPerChannel", 25, 1, 1_000_000, "calls per channel above which it opens more")
          .where(s -> s.get(GROWTH).adds());
  static final Parameter<Boolean> PRIMED =
      new Parameter<>(
              "primed",
              Codec.flag(),
              false,
              "whether an added channel makes a call of its own before it takes others")
          .where(s -> s.get(GROWTH).adds());
  static final Parameter<Double> COUNTED_AFTER =
      Parameter.millis("countedAfterMillis", 0, 0, "from the choice of a channel to its new count")
          .where(s -> s.get(CHOICE).compareTo(Choice.LEAST_BUSY) >= 0);
  static final Parameter<Double> CALLER_GAP =
      Parameter.millis("callerGapMillis", 0, 0, "between the starts of two callers");

  /** The parameters of a load. */
  public static Schema schema(Shape shape) {
    return Schema.of(
            shape.toString(),
            GROWTH,
            CHOICE,
            CHANNELS,
            MOST,
            CALLS,
            PRIMED,
            COUNTED_AFTER,
            CALLER_GAP)
        .and(shape.load());
  }

  /** Whether a cell is one of these. */
  static boolean is(Cell cell) {
    return cell.benchmark().startsWith(BENCHMARKS);
  }

  /**
   * The cells of some values of parameters.
   *
   * @param shape the load
   * @param chosen the values of each parameter that is chosen
   * @throws BadInput if a parameter is unknown or a value is wrong
   */
  static List<Cell> cells(Shape shape, Map<String, List<String>> chosen) {
    Schema schema = schema(shape);
    Set<Cell> cells = new LinkedHashSet<>();
    for (Map<String, String> values : Params.product(chosen)) {
      Settings settings = Settings.read(schema, values);
      Map<String, String> recorded = TrialParameters.PROFILE.recorded(schema, settings, values);
      cells.add(new Cell(BENCHMARKS + shape, Cell.SINGLE_SHOT, recorded));
    }
    // Finds wrong values early.
    cells.forEach(ChannelCell::of);
    return List.copyOf(cells);
  }

  /**
   * Reads a cell.
   *
   * @throws BadInput if a value is wrong: one line that names it and what would be right
   */
  static ChannelCell of(Cell cell) {
    TrialParameters.PROFILE.requireUnchanged(cell.params());
    Shape shape = Shape.of(cell.benchmark());
    Schema schema = schema(shape);
    Settings settings = Settings.read(schema, schema.only(cell.params()));
    BadInput.when(
        settings.get(GROWTH).adds() && settings.get(MOST) < settings.get(CHANNELS),
        "maxChannels=%d: must be at least numChannels, which is %d",
        settings.get(MOST),
        settings.get(CHANNELS));
    Profile profile = TrialParameters.PROFILE.read(cell.params());
    ConnectionOptions connections =
        profile.options().connections().orElse(ConnectionOptions.UNLIMITED);
    BadInput.when(
        connections.age().isPresent(),
        "profile=%s: has the key age, which virtual time lacks; leave it out",
        settings.text(TrialParameters.PROFILE_NAME));
    return new ChannelCell(shape.plan(settings), settings, connections);
  }
}
