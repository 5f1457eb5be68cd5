package dev.sessionbench.mock.profile;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.FileParameters;
import dev.sessionbench.base.model.Invalid;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The parameter {@code profile} of a benchmark: how its own server behaves. It is read, and made
 * part of what a result is a measurement of, in this one way for all of them.
 *
 * @param defaultName the profile where none is named
 */
public record ProfileParameter(String defaultName) {
  /**
   * Reads the profile that is named.
   *
   * @param values the value of every parameter by name
   * @return the profile
   * @throws IllegalArgumentException one line, if there is none, something in it is wrong, or it
   *     has faults: those are a benchmark's own
   */
  public Profile read(Map<String, String> values) {
    try {
      Profile profile = Profiles.load(values.getOrDefault(FileParameters.PROFILE, defaultName));
      profile.requireSound(profile.name(), "this benchmark");
      return profile;
    } catch (BadInput e) {
      throw new IllegalArgumentException(FileParameters.PROFILE + "=" + e.getMessage(), e);
    }
  }

  /**
   * What results hold of a cell: its parameters with the profile and the hash of its content, but
   * without both where the profile is the original and the default.
   *
   * @param values the value of every parameter by name; a hash that is among them stays
   * @throws IllegalArgumentException if there is no such profile
   */
  public Map<String, String> told(Map<String, String> values) {
    Map<String, String> told = new TreeMap<>(values);
    String name = values.getOrDefault(FileParameters.PROFILE, defaultName);
    if (name.equals(defaultName) && name.equals(Profiles.ORIGINAL)) {
      told.keySet().removeAll(Set.of(FileParameters.PROFILE, FileParameters.PROFILE_CONTENT));
    } else {
      told.put(FileParameters.PROFILE, name);
      told.computeIfAbsent(FileParameters.PROFILE_CONTENT, hash -> read(values).contentHash());
    }
    return told;
  }

  /**
   * What should be kept beside a run, that its times can be understood when its profile has been
   * changed or lost.
   *
   * @param telling the parameters that tell it from others
   * @return texts by file name; none for the profile that everybody has
   */
  public Map<String, String> files(Map<String, String> telling) {
    return telling.containsKey(FileParameters.PROFILE_CONTENT) ? read(telling).kept() : Map.of();
  }

  /**
   * Refuses a profile whose content is no longer what it was when a run was planned.
   *
   * @param telling the parameters that tell the run from others
   * @throws IllegalArgumentException naming the profile and both hashes
   */
  public void requireUnchanged(Map<String, String> telling) {
    Optional.ofNullable(telling.get(FileParameters.PROFILE_CONTENT))
        .ifPresent(
            planned -> {
              Profile now = read(telling);
              Invalid.when(
                  !planned.equals(now.contentHash()),
                  "%s=%s: has changed since this was planned: its content was %s, is %s",
                  FileParameters.PROFILE,
                  now.name(),
                  planned,
                  now.contentHash());
            });
  }
}
