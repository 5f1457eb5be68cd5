package dev.sessionbench.base.results;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.TextFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/** Writes files atomically: a file is written whole or left as it was. */
public final class AtomicFile {
  private AtomicFile() {}

  /**
   * Throws if a file cannot be written, before any work is done for it.
   *
   * @param option the option that names it
   * @throws BadInput if its folder is missing or something is not writable
   */
  public static void require(String option, Path file) {
    Path folder = file.toAbsolutePath().getParent();
    boolean writable =
        Files.exists(file)
            ? Files.isWritable(file) && !Files.isDirectory(file)
            : folder != null && Files.isDirectory(folder) && Files.isWritable(folder);
    BadInput.when(!writable, "%s %s: must be a file that can be written", option, file);
  }

  /**
   * Writes the content of a file.
   *
   * @param <E> an exception that writing may throw
   */
  interface Content<E extends Exception> {
    void writeTo(OutputStream out) throws IOException, E;
  }

  /**
   * Writes a file under a temporary name in the same folder and moves it to its place.
   *
   * @param file the file, in a folder that exists; one whose name ends in {@code .gz} is compressed
   * @param content what to write, in UTF-8
   * @throws BadInput if the file could not be written
   */
  public static void write(Path file, String content) {
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    write(file, (Content<RuntimeException>) out -> out.write(bytes));
  }

  /** Writes a file atomically, with content that is produced while writing. */
  static <E extends Exception> void write(Path file, Content<E> content) throws E {
    try {
      // A device such as /dev/stdout cannot be replaced, only written to.
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        fill(file, TextFile.isCompressed(file), content);
        return;
      }
      // Not createTempFile: only the owner could read that file, and the move would keep its
      // permissions.
      Path temporary = file.resolveSibling("." + file.getFileName() + "." + UUID.randomUUID());
      // Removes the temporary file if the JVM exits meanwhile.
      temporary.toFile().deleteOnExit();
      try {
        fill(temporary, TextFile.isCompressed(file), content);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      throw new BadInput(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  private static <E extends Exception> void fill(Path file, boolean compressed, Content<E> content)
      throws IOException, E {
    try (OutputStream out = Files.newOutputStream(file);
        OutputStream packed = compressed ? new GZIPOutputStream(out) : out) {
      content.writeTo(packed);
    }
  }
}
