package dev.sessionbench.yaml;

/** A text that cannot be used. The message is one line: the place, then what is wrong there. */
public final class YamlException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * A complaint.
   *
   * @param place the name of the text, with line and column where they are known
   * @param problem what is wrong there; line breaks in it become spaces
   */
  public YamlException(String place, String problem) {
    super(place + ": " + problem.replaceAll("\\s*\\R\\s*", " "));
  }
}
