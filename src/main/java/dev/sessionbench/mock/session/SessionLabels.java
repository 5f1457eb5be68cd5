package dev.sessionbench.mock.session;

import dev.sessionbench.mock.rpc.RpcFailure;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The rules for labels, as the service's messages state them. The proto of Session is stricter (no
 * underscores, values begin with a letter), but what it forbids is accepted in practice.
 */
final class SessionLabels {
  private static final Pattern KEY =
      Pattern.compile("[\\p{Ll}\\p{Lo}][\\p{Ll}\\p{Lo}\\p{N}_-]{0,62}");
  private static final Pattern VALUE = Pattern.compile("[\\p{Ll}\\p{Lo}\\p{N}_-]{0,63}");

  private SessionLabels() {}

  /**
   * Checks the labels of a session.
   *
   * @throws RpcFailure INVALID_ARGUMENT if there are too many, or a key or value is malformed
   */
  static void check(Map<String, String> labels, int limit) {
    RpcFailure.invalidArgumentIf(
        labels.size() > limit,
        "Too many labels: %d. There can be a maximum of %d labels per resource.",
        labels.size(),
        limit);
    labels.forEach(
        (key, value) -> {
          RpcFailure.invalidArgumentIf(
              !KEY.matcher(key).matches(),
              "Label keys must be between 1-63 characters long, consist only of lowercase"
                  + " letters, digits, underscores, and dashes, and must start with a letter. Got: %s",
              key);
          RpcFailure.invalidArgumentIf(
              !VALUE.matcher(value).matches(),
              "Non-empty label values must be between 1-63 characters long, and consist only of"
                  + " lowercase letters, digits, underscores, and dashes. Got: %s",
              key);
        });
  }
}
