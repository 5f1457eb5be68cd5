package dev.sessionbench.base.text;

import com.google.common.io.Resources;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/** Reads text that is shipped with the program. */
public final class Resource {
  private Resource() {}

  /**
   * Reads a resource.
   *
   * @param beside a class in the resource's package
   * @param name its name there
   * @return its text, which is UTF-8
   */
  public static String text(Class<?> beside, String name) {
    try {
      return Resources.toString(Resources.getResource(beside, name), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads the template of a page.
   *
   * @param beside a class in the resource's package
   * @param name its name there
   * @param escape makes markup of the values that the page inserts
   */
  public static Template template(Class<?> beside, String name, UnaryOperator<String> escape) {
    return Mustache.compiler()
        .emptyStringIsFalse(true)
        .withEscaper(escape::apply)
        .compile(text(beside, name));
  }
}
