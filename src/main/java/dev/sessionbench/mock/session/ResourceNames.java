package dev.sessionbench.mock.session;

import dev.sessionbench.mock.rpc.RpcFailure;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * The form of resource names. Lenient about the segments, as mock projects have all kinds of names:
 * each must only be present.
 */
final class ResourceNames {
  private static final Pattern DATABASE =
      Pattern.compile("projects/[^/]+/instances/[^/]+/databases/[^/]+");
  private static final Pattern SESSION = Pattern.compile(DATABASE.pattern() + "/sessions/[^/]+");

  /** Names of the service are shorter; longer ones would not fit into the trailers of an error. */
  private static final int MAX_BYTES = 512;

  private ResourceNames() {}

  static void requireDatabase(String name) {
    RpcFailure.invalidArgumentIf(
        !matches(DATABASE, name),
        "Invalid database name: '%s', expected projects/*/instances/*/databases/*",
        name);
  }

  static void requireSession(String name) {
    RpcFailure.invalidArgumentIf(
        !matches(SESSION, name),
        "Invalid session name: '%s', expected projects/*/instances/*/databases/*/sessions/*",
        name);
  }

  private static boolean matches(Pattern form, String name) {
    return name.length() <= MAX_BYTES
        && name.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES
        && form.matcher(name).matches();
  }
}
