package dev.sessionbench.gate.show;

import java.util.Locale;

/** The forms in which a verdict can be had. */
public enum GateFormat {
  /** For a terminal. */
  TEXT("verdict.txt") {
    @Override
    public String render(GateReport report) {
      return GateText.render(report);
    }
  },
  /** For a pull request's comment. */
  MARKDOWN("verdict.md") {
    @Override
    public String render(GateReport report) {
      return GateMarkdown.render(report);
    }
  },
  /** For whatever shows test reports. */
  JUNIT("verdict.xml") {
    @Override
    public String render(GateReport report) {
      return GateJunit.render(report);
    }
  },
  /** For programs. */
  JSON("verdict.json") {
    @Override
    public String render(GateReport report) {
      return GateJson.render(report);
    }
  };

  private final String fileName;

  GateFormat(String fileName) {
    this.fileName = fileName;
  }

  /** The name of the file that a gate leaves in this form. */
  public String fileName() {
    return fileName;
  }

  /** A verdict in this form. */
  public abstract String render(GateReport report);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
