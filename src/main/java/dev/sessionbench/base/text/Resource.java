package dev.sessionbench.base.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

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
    try (InputStream in = Objects.requireNonNull(beside.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
