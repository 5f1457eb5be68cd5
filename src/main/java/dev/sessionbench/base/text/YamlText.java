package dev.sessionbench.base.text;

import dev.sessionbench.base.model.BadInput;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Parses one YAML document, and writes single values in a form that it can read. */
public final class YamlText {
  /** The longest text that is read, in characters. */
  public static final int MAX_CHARACTERS = 16 << 20;

  /** Characters that would end a line, or would be invisible. */
  private static final Pattern UNSEEN =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cn}&&[\\x{0}-\\x{FFFF}]]");

  private YamlText() {}

  /**
   * Parses a text.
   *
   * @param name the text's name in messages
   * @param text YAML 1.2, UTF-8
   * @return the value that the whole document is
   * @throws BadInput with the place, if it is not one well-formed document
   */
  public static YamlValue parse(String name, String text) {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(name)
            .setUseMarks(true)
            .setAllowNonScalarKeys(true)
            .setCodePointLimit(MAX_CHARACTERS)
            .build();
    try {
      return new Compose(settings)
          .composeString(text)
          .map(root -> new YamlValue(root, ""))
          .orElseThrow(() -> BadInput.at(name + ":1:1", "is empty"));
    } catch (MarkedYamlEngineException e) {
      throw BadInput.at(
          e.getProblemMark().or(e::getContextMark).map(YamlValue::place).orElse(name),
          "not YAML: " + e.getProblem());
    } catch (YamlEngineException e) {
      throw BadInput.at(name, "not YAML: " + e.getMessage());
    }
  }

  /** A text in quotation marks, in a form that is both YAML and JSON. */
  public static String quoted(String text) {
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"");
    return UNSEEN
        .matcher('"' + escaped + '"')
        .replaceAll(unseen -> "\\\\u%04x".formatted((int) unseen.group().charAt(0)));
  }
}
