package dev.sessionbench.model;

/**
 * Bad input of any kind: an option, a file, an address. The message is one line that names what was
 * given, the place in it where that is known, and what would be right.
 */
public final class BadInput extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * A complaint.
   *
   * @param message one line
   */
  public BadInput(String message) {
    super(message);
  }

  /**
   * A complaint about a place.
   *
   * @param place the name of a text, with line and column where they are known
   * @param problem what is wrong there; line breaks in it become spaces
   */
  public static BadInput at(String place, String problem) {
    return new BadInput(place + ": " + problem.replaceAll("\\s*\\R\\s*", " "));
  }

  /**
   * A complaint with its cause.
   *
   * @param message one line
   * @param cause what went wrong below
   */
  public BadInput(String message, Throwable cause) {
    super(message, cause);
  }
}
