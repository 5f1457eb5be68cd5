package dev.sessionbench.rawload;

import dev.sessionbench.base.model.Transport;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Which server is measured, and how it is reached.
 *
 * @param kind the server
 * @param transport how the load reaches it
 */
public record ServerParameters(ServerKind kind, Transport transport) {
  /** The parameter that names the server. */
  public static final String SERVER = "server";

  /** The parameter that names the transport. */
  public static final String TRANSPORT = "transport";

  /**
   * Reads the parameters of a benchmark.
   *
   * @param params words by name
   * @return what they mean; what is not given is ours, by TCP
   * @throws IllegalArgumentException naming the parameter, its value and what would be right
   */
  public static ServerParameters read(Map<String, String> params) {
    return of(params.getOrDefault(SERVER, "ours"), params.getOrDefault(TRANSPORT, "tcp"));
  }

  /**
   * Reads the words of both.
   *
   * @throws IllegalArgumentException naming the parameter, its value and what would be right
   */
  public static ServerParameters of(String server, String transport) {
    return new ServerParameters(
        constant(SERVER, server, ServerKind.values()),
        constant(TRANSPORT, transport, Transport.values()));
  }

  private static <E extends Enum<E>> E constant(String name, String value, E[] constants) {
    return Arrays.stream(constants)
        .filter(c -> word(c).equals(value))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "%s=%s: must be one of %s"
                        .formatted(
                            name,
                            value,
                            Arrays.stream(constants)
                                .map(ServerParameters::word)
                                .collect(Collectors.joining(", ")))));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
