package dev.sessionbench.gate.show;

import dev.sessionbench.gate.MeasurementFolder;
import java.util.Locale;
import java.util.function.Function;

/** The forms in which a verdict can be had. */
public enum GateFormat {
  /** For a terminal. */
  TEXT("verdict.txt", GateText::render),
  /** For a pull request's comment. */
  MARKDOWN("verdict.md", GateMarkdown::render),
  /** For whatever shows test reports. */
  JUNIT("verdict.xml", GateJunit::render),
  /** For programs. */
  JSON(MeasurementFolder.VERDICT, GateJson::render);

  private final String fileName;

  // Method references without state.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Function<GateReport, String> renderer;

  GateFormat(String fileName, Function<GateReport, String> renderer) {
    this.fileName = fileName;
    this.renderer = renderer;
  }

  /** The name of the file that a gate leaves in this form. */
  public String fileName() {
    return fileName;
  }

  /** A verdict in this form. */
  public String render(GateReport report) {
    return renderer.apply(report);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
