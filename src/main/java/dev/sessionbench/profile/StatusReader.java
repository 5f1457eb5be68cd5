package dev.sessionbench.profile;

import dev.sessionbench.yaml.YamlValue;
import io.grpc.Status;
import java.util.Arrays;
import java.util.List;

/** Reads the status that a call ends with. */
final class StatusReader {
  private static final List<String> ERRORS =
      Arrays.stream(Status.Code.values())
          .filter(code -> code != Status.Code.OK)
          .map(Enum::name)
          .toList();

  private StatusReader() {}

  /**
   * A status other than OK.
   *
   * @param kind what messages call it, before all the names that there are
   */
  static Status.Code error(YamlValue value, String kind) {
    if (!ERRORS.contains(value.text())) {
      throw value.mustBe(kind + String.join(", ", ERRORS));
    }
    return Status.Code.valueOf(value.text());
  }
}
