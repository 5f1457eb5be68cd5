package dev.sessionbench.gate;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.sessionbench.bench.client.ClientUnderTest;
import dev.sessionbench.bench.client.Generation;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Identifies what a side ran, so that measurements can be distinguished and repeated.
 *
 * @param text the text that named it on the command line
 * @param params the benchmark parameters that the side sets
 * @param gitCommit the commit that the side was built from, or {@code unknown}
 * @param dirty {@code true} if the build had uncommitted changes, {@code false} if not, or {@code
 *     unknown}
 * @param clientVersion the version of google-cloud-spanner that it runs, or {@code unknown}
 * @param sha256 the digest of its jar; empty if its class path is not a single jar
 * @param injection the change that was put into its client; empty for none
 */
@RecordBuilder
public record SideIdentity(
    @JsonProperty(value = "words", required = true) String text,
    @JsonProperty(value = "params", required = true) Map<String, String> params,
    @JsonProperty(value = "gitCommit", required = true) String gitCommit,
    @JsonProperty(value = "dirty", required = true) String dirty,
    @JsonProperty(value = "clientVersion", required = true) String clientVersion,
    @JsonProperty(value = "sha256", required = true) String sha256,
    @JsonProperty(value = "injection", required = true) String injection)
    implements SideIdentityBuilder.With {
  /** The benchmarks' parameter that names a client of another version, with its own libraries. */
  public static final String CLIENT = "client";

  /** Copies the map. */
  public SideIdentity {
    params = new TreeMap<>(params);
  }

  /**
   * The client that the side runs with that client's own libraries; empty if it runs the client of
   * its build.
   *
   * @throws IllegalArgumentException if its parameters name an unknown client
   */
  public Optional<ClientUnderTest> client() {
    return client(params);
  }

  /**
   * The client that benchmark parameters name; empty for the client of the build.
   *
   * @throws IllegalArgumentException if there is no such client
   */
  public static Optional<ClientUnderTest> client(Map<String, String> params) {
    return Optional.ofNullable(params.get(CLIENT))
        .filter(name -> !name.equals(Generation.BUILT))
        .map(ClientUnderTest::parse);
  }
}
