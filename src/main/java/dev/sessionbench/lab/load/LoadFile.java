package dev.sessionbench.lab.load;

import static java.util.stream.Collectors.joining;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.ContentHash;
import dev.sessionbench.base.model.TextFile;
import dev.sessionbench.base.text.Form;
import dev.sessionbench.base.text.Section;
import dev.sessionbench.base.text.YamlText;
import dev.sessionbench.base.text.YamlValue;
import dev.sessionbench.mock.profile.Profile;
import dev.sessionbench.mock.profile.Profiles;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads and writes described loads in YAML files; docs/workloads.md describes their keys. */
public final class LoadFile {
  private LoadFile() {}

  /**
   * Reads a file.
   *
   * @param file its name
   * @throws BadInput one line with the place and what would be right
   */
  public static DescribedLoad read(String file) {
    return parse(file, TextFile.read(file));
  }

  /**
   * Reads a file that must be unchanged.
   *
   * @param file its name
   * @param planned the hash that its content must have, as {@link #contentHash} gives it
   * @throws BadInput if its content is different or wrong
   */
  public static DescribedLoad readUnchanged(String file, String planned) {
    String text = TextFile.read(file);
    String now = hash(file, text);
    if (!planned.equals(now)) {
      throw new BadInput(
          "%s: has changed since this was planned: its content was %s, is %s"
              .formatted(file, planned, now));
    }
    return parse(file, text);
  }

  /**
   * The files to keep with a run that plays this one.
   *
   * @param file its name
   * @return its text, and that of a profile that it names, each by a name made from its content
   * @throws BadInput if it cannot be read
   */
  public static Map<String, String> kept(String file) {
    String text = TextFile.read(file);
    Map<String, String> kept = new TreeMap<>();
    kept.put(named(hash(file, text)), text);
    profile(file, text).ifPresent(profile -> kept.putAll(profile.kept()));
    return kept;
  }

  /** A file name made from the content of a text. */
  public static String name(String text) {
    return named(ContentHash.of(text));
  }

  private static String named(String hash) {
    return "load-" + hash + ".yaml";
  }

  /**
   * Whether the name of a file is made from its content, as in the files that a run keeps.
   *
   * @param file its name
   * @throws BadInput if it cannot be read
   */
  public static boolean isNamedByContent(String file) {
    return Path.of(file).endsWith(named(contentHash(file)));
  }

  /**
   * Identifies the content of a file.
   *
   * @param file its name
   * @return a hash of its text, and of that of a profile that it names
   * @throws BadInput if it cannot be read
   */
  public static String contentHash(String file) {
    return hash(file, TextFile.read(file));
  }

  private static String hash(String file, String text) {
    return profile(file, text)
        .map(profile -> ContentHash.of(text + "\n" + profile.contentHash()))
        .orElseGet(() -> ContentHash.of(text));
  }

  /** The profile that a text names for the service; empty if it names none. */
  private static Optional<Profile> profile(String file, String text) {
    return YamlText.parse(file, text)
        .mapping()
        .get("creation")
        .flatMap(value -> Form.read(CreationTime.class, value).profile())
        .map(Profiles::load);
  }

  /**
   * Reads a text.
   *
   * @param name the name for messages
   * @param yaml the text
   * @throws BadInput one line with the place and what would be right
   */
  public static DescribedLoad parse(String name, String yaml) {
    YamlValue whole = YamlText.parse(name, yaml);
    return whole.checked(() -> Form.read(DescribedLoad.class, whole).refusingTheHopeless());
  }

  /** The text of a load, YAML. */
  public static String text(DescribedLoad load) {
    return Section.of(DescribedLoad.class).lines(load).map(line -> line + "\n").collect(joining());
  }
}
