package dev.sessionbench.base.model;

import java.util.Set;

/**
 * The benchmark parameters that name a file. What the file holds decides, so the hash of its
 * content stands beside the name in what tells one cell from another.
 */
public final class FileParameters {
  /** Names the profile of the server. */
  public static final String PROFILE = "profile";

  /** Tells the content of the profile. */
  public static final String PROFILE_CONTENT = "profileContent";

  /** Names the file of a described load. */
  public static final String LOAD = "load";

  /** Tells the content of the load's file, and of the profile that it names. */
  public static final String LOAD_CONTENT = "loadContent";

  /** The hashes. */
  public static final Set<String> CONTENTS = Set.of(PROFILE_CONTENT, LOAD_CONTENT);

  private FileParameters() {}
}
