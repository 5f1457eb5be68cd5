package dev.sessionbench.profile;

import dev.sessionbench.mock.MockServerOptions;
import dev.sessionbench.yaml.YamlException;
import dev.sessionbench.yaml.YamlMapping;
import dev.sessionbench.yaml.YamlText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** Finds profiles by name or file and loads them. */
public final class Profiles {
  /** The profile of the original benchmark: its simulated times and its statements. */
  public static final String ORIGINAL = "original";

  /** The names of the profiles that are shipped. */
  public static final List<String> SHIPPED =
      List.of(ORIGINAL, "same-region", "cross-region", "saturated");

  private Profiles() {}

  /**
   * Loads a profile.
   *
   * @param nameOrFile a name out of {@link #SHIPPED}, or a file; {@code ./original} is a file
   * @return the profile
   * @throws YamlException whose message is one line with the place, if there is no such profile or
   *     something in it is wrong
   */
  public static Profile load(String nameOrFile) {
    return SHIPPED.contains(nameOrFile)
        ? parse(nameOrFile, shippedText(nameOrFile))
        : parse(nameOrFile, fileText(nameOrFile));
  }

  /**
   * The text of a shipped profile, to start one's own from.
   *
   * @param name one of {@link #SHIPPED}
   * @return its YAML
   */
  public static String shippedText(String name) {
    try (InputStream resource = Profiles.class.getResourceAsStream(name + ".yaml")) {
      if (resource == null) {
        throw new IllegalArgumentException("no shipped profile " + name);
      }
      return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("cannot read the shipped profile " + name, e);
    }
  }

  /**
   * Reads a profile.
   *
   * @param name what messages call it
   * @param yaml its text
   * @return the profile
   * @throws YamlException whose message is one line with the place, if something is wrong
   */
  public static Profile parse(String name, String yaml) {
    YamlMapping sections =
        YamlText.parse(name, yaml).mapping().only(ProfileSections.SECTIONS.keys(), "key");
    Profile profile = new Profile(name, "", MockServerOptions.defaults());
    for (UnaryOperator<Profile> section : ProfileSections.SECTIONS.all(sections)) {
      profile = section.apply(profile);
    }
    return profile;
  }

  private static String fileText(String name) {
    try {
      Path file = Path.of(name);
      if (Files.isDirectory(file)) {
        throw new YamlException(name, "is a folder, not a profile");
      }
      if (Files.size(file) > YamlText.MAX_CHARACTERS) {
        throw new YamlException(
            name, "is larger than the " + YamlText.MAX_CHARACTERS + " bytes allowed");
      }
      return Files.readString(file);
    } catch (NoSuchFileException | InvalidPathException e) {
      throw new YamlException(
          name,
          "there is no such file, and the profiles shipped are " + String.join(", ", SHIPPED));
    } catch (CharacterCodingException e) {
      throw new YamlException(name, "is not text in UTF-8");
    } catch (IOException e) {
      throw new YamlException(name, "cannot be read: " + e);
    }
  }
}
