package dev.sessionbench.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Compares texts with files, so that a diff shows changes of what users read. With {@code
 * -Dgolden.write=true} the files are written anew, for review before the commit.
 */
public final class Golden {
  private static final Path FOLDER = Path.of("src/test/resources/dev/sessionbench");

  private Golden() {}

  /**
   * Asserts that a text equals a file, byte for byte.
   *
   * @param name the file's path below that of the test's resources
   */
  public static void assertIs(String name, String text) throws IOException {
    Path file = FOLDER.resolve(name);
    if (Boolean.getBoolean("golden.write")) {
      Files.writeString(file, text);
    }
    assertThat(text).as(name).isEqualTo(Files.readString(file));
  }
}
