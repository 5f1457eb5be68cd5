package dev.sessionbench.base.model;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;

/** Identifies a text by its content. */
public final class ContentHash {
  private static final int DIGITS = 16;

  private ContentHash() {}

  /**
   * The beginning of the SHA-256 of a text. Line endings do not matter.
   *
   * @return sixteen hexadecimal digits
   */
  public static String of(String text) {
    String lines = text.replace("\r\n", "\n");
    HashCode hash = Hashing.sha256().hashString(lines, StandardCharsets.UTF_8);
    return hash.toString().substring(0, DIGITS);
  }
}
