package dev.sessionbench.gate.policy;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.ContentHash;
import dev.sessionbench.base.model.TextFile;
import dev.sessionbench.base.text.Form;
import dev.sessionbench.base.text.Resource;
import dev.sessionbench.base.text.YamlText;
import java.nio.file.Path;

/**
 * A policy with the text that it was read from. A gate keeps the text with the measurements.
 *
 * @param origin where it came from, for messages
 * @param text its text, YAML
 * @param policy the parsed policy
 */
public record PolicyFile(String origin, String text, Policy policy) {
  /** The file of a project's policy. */
  public static final Path PROJECT_FILE = Path.of("results", "policy.yaml");

  /** The resource in a benchmarks jar with the policy that came with it. */
  public static final String RESOURCE = "dev/sessionbench/gate/policy/policy.yaml";

  private static final String BUILT_IN = "the built-in policy";

  /**
   * Reads a policy.
   *
   * @param file the file
   * @return the policy
   * @throws BadInput naming file, line, key, value and the valid values
   */
  public static PolicyFile read(Path file) {
    return parse(file.toString(), TextFile.read(file));
  }

  /** The policy that came with this program. */
  public static PolicyFile bundled() {
    return parse(BUILT_IN, Resource.text(PolicyFile.class, "/" + RESOURCE));
  }

  /** The hash that identifies the policy's text. */
  public String hash() {
    return ContentHash.of(text);
  }

  /** Whether this is the policy of a gate that names none. */
  public boolean isDefault() {
    return origin.equals(BUILT_IN) || origin.equals(PROJECT_FILE.toString());
  }

  /**
   * Parses a policy.
   *
   * @param origin where it came from, for messages
   * @param text YAML
   * @return the policy
   * @throws BadInput naming the place and the valid values
   */
  public static PolicyFile parse(String origin, String text) {
    return new PolicyFile(origin, text, Form.read(Policy.class, YamlText.parse(origin, text)));
  }
}
