package dev.sessionbench.bench.client;

import com.google.common.collect.Comparators;
import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.PoolShape;
import dev.sessionbench.base.model.Settings;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Holds the user's settings for a client's gRPC channels.
 *
 * @param number how many channels, or 0 for the client's own number
 * @param grpcGcp default, on or off: whether the extension grpc-gcp chooses the channel of a call
 * @param dynamic default, on, off or sizes: whether the number of channels changes with the load
 * @param deadlineMillis the deadline of each call attempt; 0 for the client's own
 */
public record ClientChannels(int number, String grpcGcp, String dynamic, long deadlineMillis) {
  /** The value for what a client does by default. */
  public static final String DEFAULT = "default";

  /** The value for a part of the client that is switched on. */
  public static final String ON = "on";

  /** The value for a part of the client that is switched off. */
  public static final String OFF = "off";

  private static final String SIZES = "min/initial/max/rpcsPerChannel";
  private static final Pattern FOUR =
      Pattern.compile("(\\d{1,3})/(\\d{1,3})/(\\d{1,3})/(\\d{1,6})");
  private static final List<String> WORDS = List.of(DEFAULT, ON, OFF);
  private static final Codec<Integer> COUNT = Codec.whole(1, PoolShape.MAX_CHANNELS);

  /** The number of channels. */
  public static final Parameter<Integer> NUMBER =
      new Parameter<>(
          "numChannels",
          new Codec<>(
              COUNT.range() + ", or default",
              List.of(),
              text -> text.equals(DEFAULT) ? Optional.of(0) : COUNT.reader().apply(text),
              number -> number == 0 ? DEFAULT : COUNT.writer().apply(number)),
          0,
          "the client's gRPC channels; default for its own number");

  /** Whether grpc-gcp is used. */
  public static final Parameter<String> GRPC_GCP =
      new Parameter<>(
          "grpcGcp",
          Codec.oneOf(WORDS.toArray(String[]::new)),
          DEFAULT,
          "whether grpc-gcp chooses the channel of a call; default for the client's own choice");

  /** Whether the number of channels changes. */
  public static final Parameter<String> DYNAMIC =
      new Parameter<>(
          "dynamicChannels",
          new Codec<>(
              "one of default, on, off, or %s with 1 <= min <= initial <= max <= %d"
                  .formatted(SIZES, PoolShape.MAX_CHANNELS),
              List.of(),
              text -> Optional.of(text).filter(ClientChannels::isDynamic),
              Function.identity()),
          DEFAULT,
          "whether the number of channels changes with the load; default for the client's choice");

  /** How long an attempt may take. */
  public static final Parameter<Integer> DEADLINE =
      Parameter.whole(
          "deadlineMillis", 60_000, 1, 3_600_000, "how long one attempt of a call may take");

  /** A fixed number of channels, and the client's defaults for the rest. */
  static ClientChannels of(int number) {
    return new ClientChannels(number, DEFAULT, DEFAULT, 0);
  }

  /**
   * The channel settings of a client.
   *
   * @param shape has the number of channels if the settings do not
   * @param settings values of any parameters
   */
  static ClientChannels of(PoolShape shape, Settings settings) {
    return new ClientChannels(
        settings.has(NUMBER) ? settings.get(NUMBER) : shape.numChannels(),
        settings.has(GRPC_GCP) ? settings.get(GRPC_GCP) : DEFAULT,
        settings.has(DYNAMIC) ? settings.get(DYNAMIC) : DEFAULT,
        settings.has(DEADLINE) ? settings.get(DEADLINE) : 0);
  }

  private static boolean isDynamic(String text) {
    int[] sizes = sizes(text);
    if (sizes.length == 0) {
      return WORDS.contains(text);
    }
    List<Integer> limits = List.of(1, sizes[0], sizes[1], sizes[2], PoolShape.MAX_CHANNELS);
    return sizes[3] >= 1 && Comparators.isInOrder(limits, Comparator.naturalOrder());
  }

  /** Least, first and most channels, and the calls per channel above which a channel is added. */
  public int[] sizes() {
    return sizes(dynamic);
  }

  private static int[] sizes(String text) {
    return FOUR.matcher(text).matches()
        ? Arrays.stream(text.split("/", -1)).mapToInt(Integer::parseInt).toArray()
        : new int[0];
  }
}
