package dev.sessionbench.profile;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * A YAML 1.2 text with the name that messages call it by.
 *
 * @param name its name
 * @param text its content
 */
record YamlSource(String name, String text) {
  private static final int MAX_CHARACTERS = 16 << 20;

  /**
   * The text's one document.
   *
   * @throws ProfileException with the place, if it is not one well-formed document
   */
  YamlValue root() {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(name)
            .setUseMarks(true)
            .setAllowNonScalarKeys(true)
            .setCodePointLimit(MAX_CHARACTERS)
            .build();
    try {
      Optional<Node> root = new Compose(settings).composeString(text);
      return new YamlValue(
          this, root.orElseThrow(() -> new ProfileException(name + ":1:1", "is empty")), "");
    } catch (MarkedYamlEngineException e) {
      throw new ProfileException(
          e.getProblemMark().or(e::getContextMark).map(this::place).orElse(name),
          "not YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw new ProfileException(name, "not YAML: " + e.getMessage());
    }
  }

  /** Where a mark is, lines and columns counted from 1. */
  String place(Mark mark) {
    return "%s:%s:%s".formatted(name, mark.getLine() + 1, mark.getColumn() + 1);
  }

  /** Where a node begins. */
  String place(Node node) {
    return node.getStartMark().map(this::place).orElse(name);
  }
}
