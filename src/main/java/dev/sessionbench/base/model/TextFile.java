package dev.sessionbench.base.model;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Reads files that users name. */
public final class TextFile {
  private static final String COMPRESSED = ".gz";

  private TextFile() {}

  /** Whether a file's name says that it is compressed. */
  public static boolean isCompressed(Path file) {
    return file.toString().endsWith(COMPRESSED);
  }

  /**
   * The text of a file.
   *
   * @param name the file; one whose name ends in {@value #COMPRESSED} is unpacked
   * @throws BadInput one line that begins with the name, if it cannot be read
   */
  public static String read(String name) {
    try {
      return read(Path.of(name));
    } catch (InvalidPathException e) {
      throw new BadInput(name + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /**
   * The text of a file. The file may be in an archive.
   *
   * @param file the file; one whose name ends in {@value #COMPRESSED} is unpacked
   * @throws BadInput one line that begins with its name, if it cannot be read
   */
  public static String read(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      if (isCompressed(file)) {
        bytes = new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (NoSuchFileException e) {
      throw new BadInput(file + ": there is no such file", e);
    } catch (CharacterCodingException e) {
      throw new BadInput(file + ": is not text in UTF-8", e);
    } catch (IOException e) {
      throw new BadInput(file + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
