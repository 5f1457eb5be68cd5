package dev.sessionbench.base.model;

import com.google.common.hash.Hashing;
import java.nio.charset.StandardCharsets;

/** Tells texts apart by what they hold. */
public final class ContentHash {
  private static final int DIGITS = 16;

  private ContentHash() {}

  /**
   * The beginning of the SHA-256 of a text, the ends of its lines aside.
   *
   * @return sixteen hexadecimal digits
   */
  public static String of(String text) {
    return Hashing.sha256()
        .hashString(text.replace("\r\n", "\n"), StandardCharsets.UTF_8)
        .toString()
        .substring(0, DIGITS);
  }
}
