package dev.sessionbench.base.model;

import java.util.Set;

/**
 * The benchmark parameters that name a file. A result depends on the file's content, so a cell's
 * key holds its hash as well as its name.
 */
public final class FileParameters {
  /** Names the profile of the server. */
  public static final String PROFILE = "profile";

  /** The hash of the profile's content. */
  public static final String PROFILE_CONTENT = "profileContent";

  /** Names the file of a described load. */
  public static final String LOAD = "load";

  /** The hash of the load's file, and of the profile that it names. */
  public static final String LOAD_CONTENT = "loadContent";

  /** The parameters that hold hashes. */
  public static final Set<String> CONTENTS = Set.of(PROFILE_CONTENT, LOAD_CONTENT);

  private FileParameters() {}
}
