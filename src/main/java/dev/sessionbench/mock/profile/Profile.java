package dev.sessionbench.mock.profile;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.ContentHash;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.model.SimulatedTime;
import dev.sessionbench.mock.MockServerOptions;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.Map;

/**
 * A profile: the settings of a mock server, read from a file.
 *
 * @param name the name it is shipped under, or the file that it was read from
 * @param text its text, YAML
 * @param description what the profile represents, from its file; may be empty
 * @param options the settings that it asks for, all others at their defaults
 */
@RecordBuilder
public record Profile(String name, String text, String description, MockServerOptions options)
    implements ProfileBuilder.With {
  /**
   * A hash of its content, independent of its name: the beginning of the SHA-256 of its text. Line
   * endings do not matter.
   *
   * @return sixteen hexadecimal digits
   */
  public String contentHash() {
    return ContentHash.of(text);
  }

  /** The file to keep with a run: the profile's text, under a name with its hash. */
  public Map<String, String> kept() {
    return Map.of("profile-" + contentHash() + ".yaml", text);
  }

  /**
   * How long RPCs take on this server without any queue, as in virtual time.
   *
   * @throws IllegalArgumentException if it has faults, splits or limits of connections, which are
   *     more than times
   */
  public SimulatedTime inVirtualTime() {
    requireNone("splits", options.splits().isPresent());
    requireNone("connections", options.connections().isPresent());
    requireNone("faults", !options.faults().rules().isEmpty());
    return new SimulatedTime(
        options.latencies(), options.costModel(), options.seed(), options.batchLimit());
  }

  private void requireNone(String section, boolean there) {
    String lacks = "profile %s: has a section %s, which virtual time lacks; leave it out";
    Invalid.when(there, lacks, name, section);
  }

  /**
   * Throws if the profile has faults, for measurements of a server without them.
   *
   * @param named how the user named it
   * @param what what measures the server, for the message
   * @throws BadInput if it has some
   */
  public void requireSound(String named, String what) {
    String some = "%s: has a section faults, and %s needs a server without faults; leave it out";
    BadInput.when(!options.faults().rules().isEmpty(), some, named, what);
  }

  /** Name and content hash for people, as in {@code mine.yaml (0123456789abcdef)}. */
  public String identity() {
    return "%s (%s)".formatted(name, contentHash());
  }

  /**
   * The same profile with another seed.
   *
   * @param seed decides every random draw
   * @return the changed profile
   */
  public Profile withSeed(long seed) {
    return withOptions(options.withSeed(seed));
  }
}
