package dev.sessionbench.mock.admin;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.regex.Pattern;

/** The form of the names of admin resources: each segment must only be there. */
enum AdminNames {
  PROJECT_NAME("project", "projects/*"),
  INSTANCE_NAME("instance", "projects/*/instances/*"),
  CONFIG_NAME("instance config", "projects/*/instanceConfigs/*"),
  DATABASE_NAME("database", "projects/*/instances/*/databases/*");

  private final String kind;
  private final Pattern pattern;
  private final String shown;

  AdminNames(String kind, String shown) {
    this.kind = kind;
    this.pattern = Pattern.compile(shown.replace("*", "[^/]+"));
    this.shown = shown;
  }

  /**
   * Checks a name.
   *
   * @return the name
   * @throws StatusRuntimeException INVALID_ARGUMENT if it has another form
   */
  String require(String name) {
    if (!pattern.matcher(name).matches()) {
      throw invalid("Invalid %s name: '%s', expected %s".formatted(kind, name, shown));
    }
    return name;
  }

  StatusRuntimeException notFound(String name) {
    return notFound(capital(kind), name);
  }

  StatusRuntimeException alreadyExists(String name) {
    return Status.ALREADY_EXISTS
        .withDescription(capital(kind) + " already exists: " + name)
        .asRuntimeException();
  }

  private static String capital(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  static StatusRuntimeException notFound(String kind, String name) {
    return Status.NOT_FOUND.withDescription(kind + " not found: " + name).asRuntimeException();
  }

  static StatusRuntimeException invalid(String message) {
    return Status.INVALID_ARGUMENT.withDescription(message).asRuntimeException();
  }

  /** The last segment of a name. */
  static String id(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }
}
