package dev.sessionbench.gate.policy;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.ContentHash;
import dev.sessionbench.base.model.TextFile;
import dev.sessionbench.base.text.Form;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.base.text.YamlText;
import java.nio.file.Path;

/**
 * A policy and the text that it was read from, which is kept with the measurements.
 *
 * @param origin where it came from, for messages
 * @param text its text, YAML
 * @param policy what it says
 */
public record PolicyFile(String origin, String text, Policy policy) {
  /** Where a project keeps its policy. */
  public static final Path PROJECT_FILE = Path.of("results", "policy.yaml");

  /** Where a benchmarks jar has the policy that came with it. */
  public static final String RESOURCE = "dev/sessionbench/gate/policy/policy.yaml";

  private static final String BUILT_IN = "the built-in policy";

  /**
   * Reads a policy.
   *
   * @param file the file
   * @return the policy
   * @throws BadInput naming file, line, key, value and what would be right
   */
  public static PolicyFile read(Path file) {
    return parse(file.toString(), TextFile.read(file));
  }

  /** The policy that came with this program. */
  public static PolicyFile bundled() {
    return parse(BUILT_IN, Resource.text(PolicyFile.class, "/" + RESOURCE));
  }

  /** Tells it from policies of another text. */
  public String hash() {
    return ContentHash.of(text);
  }

  /** Whether a gate that names no policy takes this one. */
  public boolean isDefault() {
    return origin.equals(BUILT_IN) || origin.equals(PROJECT_FILE.toString());
  }

  /**
   * Parses a policy.
   *
   * @param origin where it came from, for messages
   * @param text YAML
   * @return the policy
   * @throws BadInput naming the place and what would be right
   */
  public static PolicyFile parse(String origin, String text) {
    return new PolicyFile(origin, text, Form.read(Policy.class, YamlText.parse(origin, text)));
  }
}
