package dev.sessionbench.base.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFileTest {
  @TempDir private Path folder;

  private static void assertRefused(String name, String why) {
    assertThatThrownBy(() -> TextFile.read(name))
        .isInstanceOf(BadInput.class)
        .hasMessage(name + ": " + why);
  }

  @Test
  void compressedFilesAreUnpacked() throws IOException {
    Path packed = folder.resolve("a.txt.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write("\u00fcber".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(TextFile.read(packed.toString())).isEqualTo("\u00fcber");
  }

  @Test
  void errorsNameTheFileAndTheReason() throws IOException {
    assertRefused(folder.resolve("none").toString(), "there is no such file");
    assertRefused(folder.toString(), "cannot be read: Is a directory");
    Path bytes = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff, 0});
    assertRefused(bytes.toString(), "is not text in UTF-8");
    Path plain = Files.writeString(folder.resolve("plain.gz"), "text");
    assertRefused(plain.toString(), "cannot be read: Not in GZIP format");
    assertRefused("a\0b", "cannot be read: Nul character not allowed: a\0b");
  }
}
