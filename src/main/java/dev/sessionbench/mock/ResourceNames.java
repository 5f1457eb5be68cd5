package dev.sessionbench.mock;

import java.util.regex.Pattern;

/**
 * The form of resource names. Lenient about the segments, as mock projects have all kinds of names:
 * each must only be present.
 */
final class ResourceNames {
  private static final Pattern DATABASE =
      Pattern.compile("projects/[^/]+/instances/[^/]+/databases/[^/]+");
  private static final Pattern SESSION = Pattern.compile(DATABASE.pattern() + "/sessions/[^/]+");

  private ResourceNames() {}

  static void requireDatabase(String name) {
    if (!DATABASE.matcher(name).matches()) {
      throw RpcFailure.invalidArgument(
          "Invalid database name: '%s', expected projects/*/instances/*/databases/*"
              .formatted(name));
    }
  }

  static void requireSession(String name) {
    if (!SESSION.matcher(name).matches()) {
      throw RpcFailure.invalidArgument(
          "Invalid session name: '%s', expected projects/*/instances/*/databases/*/sessions/*"
              .formatted(name));
    }
  }
}
