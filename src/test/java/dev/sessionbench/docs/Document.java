package dev.sessionbench.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Markdown file of this project.
 *
 * @param path its path from the root of the tree
 * @param text its text
 */
record Document(Path path, String text) {
  private static final Pattern CODE_BLOCK =
      Pattern.compile("(?m)^```(?:.*\\n)+?```$|^(?: {4}\\S.*\\n)+");
  private static final Pattern CODE_SPAN = Pattern.compile("`([^`\\n]+(?:\\n[^`\\n]+)?)`");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} +(.*)$");

  /** Every document that users read. */
  static List<Document> all() {
    List<Document> documents = new ArrayList<>();
    try (Stream<Path> docs = Files.list(Path.of("docs"))) {
      Stream.concat(
              Stream.of("README.md", "CONTRIBUTING.md", "results/README.md", "compat/README.md")
                  .map(Path::of),
              docs.filter(file -> file.toString().endsWith(".md")).sorted())
          .forEach(file -> documents.add(read(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return documents;
  }

  /** Reads a document from the disk. */
  static Document read(Path path) {
    try {
      return new Document(path, Files.readString(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The code blocks, one text for each. */
  List<String> codeBlocks() {
    return CODE_BLOCK.matcher(text).results().map(MatchResult::group).toList();
  }

  /** The text between backticks in prose and tables, with line breaks as spaces. */
  List<String> codeSpans() {
    return CODE_SPAN
        .matcher(prose())
        .results()
        .map(span -> span.group(1).replace('\n', ' '))
        .toList();
  }

  /** The text without its code blocks. */
  String prose() {
    return CODE_BLOCK.matcher(text).replaceAll("");
  }

  /** The anchors of its headings, as GitHub makes them. */
  List<String> anchors() {
    return HEADING
        .matcher(prose())
        .results()
        .map(heading -> heading.group(1).strip().toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }

  @Override
  public String toString() {
    return path.toString();
  }
}
