package dev.sessionbench.gate;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.bench.client.Generation;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a side was, so that measurements can be told apart and made again.
 *
 * @param words the words that named it on the command line
 * @param params the benchmark parameters that it sets
 * @param gitCommit the commit that it was built from, or {@code unknown}
 * @param dirty {@code true} where that build had changes that were not committed, {@code false}
 *     where it had none, or {@code unknown}
 * @param clientVersion the google-cloud-spanner that it runs, or {@code unknown}
 * @param sha256 the digest of its jar; empty where it is no single jar
 * @param injection the fault that was put into it on purpose; empty for none
 */
@RecordBuilder
public record SideIdentity(
    @JsonProperty(value = "words", required = true) String words,
    @JsonProperty(value = "params", required = true) Map<String, String> params,
    @JsonProperty(value = "gitCommit", required = true) String gitCommit,
    @JsonProperty(value = "dirty", required = true) String dirty,
    @JsonProperty(value = "clientVersion", required = true) String clientVersion,
    @JsonProperty(value = "sha256", required = true) String sha256,
    @JsonProperty(value = "injection", required = true) String injection)
    implements SideIdentityBuilder.With {
  /** The benchmarks' parameter that names a client of another version. */
  public static final String CLIENT = "client";

  /** Copies the map. */
  public SideIdentity {
    params = new TreeMap<>(params);
  }

  /**
   * The client that it runs beside libraries of its own; nothing where it runs its build's.
   *
   * @throws IllegalArgumentException if its parameters name none that there is
   */
  public Optional<Generation> generation() {
    return generation(params);
  }

  /**
   * The client that parameters of the benchmarks name; nothing for the build's own.
   *
   * @throws IllegalArgumentException if there is no such client
   */
  public static Optional<Generation> generation(Map<String, String> params) {
    return Generation.chosen(params.getOrDefault(CLIENT, Generation.BUILT));
  }

  /**
   * What tells it from other sides. A side that was built of one commit is known by the commit, as
   * builds on two machines may differ in their digests. A jar that was named, and a build with
   * uncommitted changes, are known by the digest alone.
   */
  SideIdentity whatTellsIt() {
    boolean isItsCommit = dirty.equals("false") && !gitCommit.equals(Environment.UNKNOWN);
    boolean namesJar = (words + ",").contains(".jar,");
    return isItsCommit && !namesJar ? withSha256("") : this;
  }
}
