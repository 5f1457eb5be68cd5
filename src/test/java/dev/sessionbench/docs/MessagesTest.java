package dev.sessionbench.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that the messages in docs/commands.md are messages of the code. */
class MessagesTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\|");
  private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");

  @Test
  void messagesAreInTheSourceVerbatim() throws IOException {
    String text = Document.read(Path.of("docs/commands.md")).text();
    List<String> messages =
        ROW.matcher(text.substring(text.indexOf("| message |"), text.indexOf("## compare")))
            .results()
            .map((MatchResult row) -> row.group(1))
            .toList();
    assertThat(messages).isNotEmpty();
    String source = source();
    assertThat(messages).allMatch(source::contains);
  }

  private static String source() throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("src"))) {
      return files
          .filter(file -> file.toString().endsWith(".java") && !file.startsWith("src/test"))
          .map(file -> JOINT.matcher(Document.read(file).text()).replaceAll(""))
          .collect(Collectors.joining());
    }
  }
}
