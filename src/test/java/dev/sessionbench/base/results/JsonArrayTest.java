package dev.sessionbench.base.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.sessionbench.base.model.TextFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests arrays that are written element by element. */
class JsonArrayTest {
  private static final List<Map<String, Integer>> ELEMENTS =
      List.of(Map.of("a", 1), Map.of("b", 2), Map.of());

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"x.json", "x.json.gz"})
  void writesTheSameFileAsForTheWholeArray(String name) {
    Path whole = folder.resolve("whole-" + name);
    Path parts = folder.resolve("parts-" + name);
    Json.write(whole, ELEMENTS);
    Json.<RuntimeException>writeArray(parts, array -> ELEMENTS.forEach(array));
    assertThat(parts).hasSameBinaryContentAs(whole);
    assertThat(TextFile.read(parts.toString())).endsWith("]\n");
  }

  @Test
  void failuresLeaveNoFile() {
    Path file = folder.resolve("x.json");
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                Json.<RuntimeException>writeArray(
                    file,
                    array -> {
                      array.accept(1);
                      throw new IllegalStateException("no more");
                    }));
    assertThat(folder).isEmptyDirectory();
  }
}
