package dev.sessionbench.gate.show;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Finding.Outcome;
import dev.sessionbench.gate.policy.Conclusion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/**
 * Reports a verdict to GitHub Actions. It prints annotations as workflow commands and writes the
 * Markdown to the step's summary. It needs no token, only the documented environment of a runner.
 */
public final class GithubActions {
  private GithubActions() {}

  /**
   * Renders the annotations and writes the summary.
   *
   * @param environment the process's environment
   * @param report the verdict
   * @return lines for standard output; empty outside of GitHub Actions
   * @throws BadInput if the summary cannot be written
   */
  public static String tell(Map<String, String> environment, GateReport report) {
    if (!"true".equals(environment.get("GITHUB_ACTIONS"))) {
      return "";
    }
    String summary = environment.getOrDefault("GITHUB_STEP_SUMMARY", "");
    if (!summary.isEmpty()) {
      try {
        Files.writeString(
            Path.of(summary),
            GateMarkdown.render(report),
            StandardOpenOption.CREATE,
            StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new BadInput("GITHUB_STEP_SUMMARY=" + summary + ": cannot be written", e);
      }
    }
    return annotations(report);
  }

  /** One workflow command for each finding that is not {@code same}, and one for the gate. */
  static String annotations(GateReport report) {
    StringBuilder lines = new StringBuilder();
    lines.append(
        line(
            report.judgement().conclusion() == Conclusion.FAILURE
                ? "error"
                : command(report.judgement().outcome()),
            "Benchmark gate",
            VerdictText.headline(report)));
    for (Finding finding : report.judgement().changed()) {
      lines.append(
          line(
              command(finding.outcome()),
              finding.outcome() + ": " + finding.label(),
              VerdictText.sentence(finding)));
    }
    return lines.toString();
  }

  private static String command(Outcome outcome) {
    return outcome.fails() ? "error" : outcome == Outcome.INCONCLUSIVE ? "warning" : "notice";
  }

  private static String line(String command, String title, String message) {
    return "::%s title=%s::%s\n"
        .formatted(command, escape(title).replace(":", "%3A").replace(",", "%2C"), escape(message));
  }

  private static String escape(String text) {
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
  }
}
