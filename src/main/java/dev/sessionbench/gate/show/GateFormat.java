package dev.sessionbench.gate.show;

import java.util.Locale;

/** The forms in which a verdict can be had. */
public enum GateFormat {
  /** For a terminal. */
  TEXT("verdict.txt"),
  /** For a pull request's comment. */
  MARKDOWN("verdict.md"),
  /** For whatever shows test reports. */
  JUNIT("verdict.xml"),
  /** For programs. */
  JSON("verdict.json");

  private final String fileName;

  GateFormat(String fileName) {
    this.fileName = fileName;
  }

  /** The name of the file that a gate leaves in this form. */
  public String fileName() {
    return fileName;
  }

  /** A verdict in this form. */
  public String render(GateReport report) {
    return switch (this) {
      case TEXT -> GateText.render(report);
      case MARKDOWN -> GateMarkdown.render(report);
      case JUNIT -> GateJunit.render(report);
      case JSON -> GateJson.render(report);
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
