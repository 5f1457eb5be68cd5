package dev.sessionbench.mock.rpc;

import io.grpc.Status;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Checks the form of resource names. Any non-empty segment is accepted, because mock projects have
 * all kinds of names.
 */
public enum ResourceName {
  PROJECT("project", "projects/*"),
  INSTANCE("instance", "projects/*/instances/*"),
  INSTANCE_CONFIG("instance config", "projects/*/instanceConfigs/*"),
  DATABASE("database", "projects/*/instances/*/databases/*"),
  SESSION("session", "projects/*/instances/*/databases/*/sessions/*"),
  OPERATION("operation", "**");

  /** Names of the service are shorter; longer ones would not fit into an error's trailers. */
  private static final int MAX_BYTES = 512;

  private final String kind;
  private final Pattern pattern;
  private final String shown;

  ResourceName(String kind, String shown) {
    this.kind = kind;
    this.pattern = Pattern.compile(shown.replace("**", ".+").replace("*", "[^/]+"));
    this.shown = shown;
  }

  /**
   * Checks a name.
   *
   * @return the name
   * @throws RpcFailure INVALID_ARGUMENT if it is too long or has another form
   */
  public String require(String name) {
    boolean fits =
        name.length() <= MAX_BYTES
            && name.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES
            && pattern.matcher(name).matches();
    RpcFailure.invalidArgumentIf(!fits, "Invalid %s name: '%s', expected %s", kind, name, shown);
    return name;
  }

  /** A NOT_FOUND error for a name. */
  public RpcFailure notFound(String name) {
    return RpcFailure.of(Status.NOT_FOUND.withDescription(capital() + " not found: " + name));
  }

  /** An ALREADY_EXISTS error for a name. */
  public RpcFailure alreadyExists(String name) {
    return RpcFailure.of(
        Status.ALREADY_EXISTS.withDescription(capital() + " already exists: " + name));
  }

  private String capital() {
    return Character.toUpperCase(kind.charAt(0)) + kind.substring(1);
  }

  /** The last segment of a name. */
  public static String id(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }
}
