package dev.sessionbench.profile;

/** Reads what stands behind one key of a profile. */
@FunctionalInterface
interface ProfileSection {
  /**
   * Applies what stands behind the key.
   *
   * @param value what stands there
   * @param profile the profile as the sections before have made it
   * @return the profile with what the section says
   * @throws ProfileException with the place, where it is wrong
   */
  Profile apply(YamlValue value, Profile profile);
}
