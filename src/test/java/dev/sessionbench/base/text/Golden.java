package dev.sessionbench.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Texts that are kept as files, so that a change of what users read is seen in a diff. With {@code
 * -Dgolden.write=true} the files are written anew, to be looked at before they are committed.
 */
public final class Golden {
  private static final Path FOLDER = Path.of("src/test/resources/dev/sessionbench");

  private Golden() {}

  /**
   * Requires a text to be the one of a file, byte for byte.
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
