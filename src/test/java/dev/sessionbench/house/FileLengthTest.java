package dev.sessionbench.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FileLengthTest {
  private static final int MOST_LINES = 300;

  @Test
  void noSourceFileIsLongerThanAReaderKeepsInMind() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      assertThat(files.filter(file -> file.toString().endsWith(".java")))
          .isNotEmpty()
          .filteredOn(file -> lines(file) > MOST_LINES)
          .isEmpty();
    }
  }

  private static long lines(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
