package dev.sessionbench.results;

import dev.sessionbench.model.BadInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** A file that is either written whole or left as it was. */
public final class AtomicFile {
  private AtomicFile() {}

  /**
   * Writes a file beside its place and moves it there.
   *
   * @param file the file, in a folder that exists
   * @param content what to write, in UTF-8
   * @throws BadInput if the file could not be written
   */
  public static void write(Path file, String content) {
    write(file, content.getBytes(StandardCharsets.UTF_8));
  }

  /** The same for any content. */
  static void write(Path file, byte[] bytes) {
    try {
      // A device such as /dev/stdout cannot be replaced, only written to.
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        Files.write(file, bytes);
        return;
      }
      // Not createTempFile: it lets nobody but the owner read, and the move would keep that.
      Path temporary = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID());
      try {
        Files.write(temporary, bytes, StandardOpenOption.CREATE_NEW);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      throw new BadInput(file + ": cannot be written: " + e.getMessage(), e);
    }
  }
}
