package dev.sessionbench.profile;

/** A profile that cannot be used. The message is one line: the place, then what is wrong there. */
public final class ProfileException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ProfileException(String message) {
    super(message);
  }

  ProfileException(String place, String problem) {
    // A quoted text of the file may hold line breaks.
    super(place + ": " + problem.replaceAll("\\s*\\R\\s*", " "));
  }
}
