package dev.sessionbench.gate.show;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.results.AtomicFile;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.gate.GatePlan;
import dev.sessionbench.gate.MeasurementFolder;
import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Judgement;
import dev.sessionbench.gate.policy.PolicyFile;
import dev.sessionbench.report.BencherMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * A verdict with everything that a reader needs to understand it.
 *
 * @param judgement the verdict
 * @param rules the policy that has judged
 * @param plan what was measured
 * @param notes notes on the run for a reader, one sentence each
 * @param reproduce the command that repeats the measurement, or one command for each part
 * @param judgeAgain the command that judges the same measurements again; empty if this gate
 *     measured them itself
 */
public record GateReport(
    Judgement judgement,
    PolicyFile rules,
    GatePlan plan,
    List<String> notes,
    String reproduce,
    String judgeAgain) {
  /**
   * Writes the verdict to a folder, in every format.
   *
   * @param folder the folder; made if it does not exist
   * @throws BadInput if it cannot be made
   */
  public void write(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new BadInput("--out " + folder + ": must be a folder to write to", e);
    }
    for (GateFormat format : GateFormat.values()) {
      AtomicFile.write(folder.resolve(format.fileName()), format.render(this));
    }
  }

  private String json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("outcome", judgement.outcome());
    json.put("conclusion", judgement.conclusion().toString());
    json.put("fails", judgement.outcome().fails());
    json.put("headline", VerdictText.headline(this));
    json.put("blocks", judgement.blocks());
    json.put("policy", rules.origin());
    json.put("reproduce", reproduce);
    if (!judgeAgain.isEmpty()) {
      json.put("judgeAgain", judgeAgain);
    }
    json.put("base", plan.base());
    json.put("head", plan.head());
    if (!plan.profiles().isEmpty()) {
      json.put("profiles", plan.profiles());
    }
    json.put("notes", notes);
    json.put("findings", judgement.findings());
    return Json.text(json);
  }

  /** The candidate's values, and intervals where their change has one. */
  private String bencher() {
    BencherMetrics metrics = new BencherMetrics();
    for (Finding f : judgement.findings()) {
      double value = Double.isNaN(f.ratio()) ? f.head() : f.base() * f.ratio();
      metrics.add(
          f.cell(), f.metric(), f.unit(), value, f.base() * f.ratioLow(), f.base() * f.ratioHigh());
    }
    return metrics.text();
  }

  /** The formats of a verdict. */
  public enum GateFormat {
    /** For a terminal. */
    TEXT("verdict.txt", GateText::render),
    /** For a pull request's comment. */
    MARKDOWN("verdict.md", GateMarkdown::render),
    /** For viewers of test reports. */
    JUNIT("verdict.xml", GateJunit::render),
    /** Bencher Metric Format, JSON. */
    BMF("verdict.bmf.json", GateReport::bencher),
    /** For programs. */
    JSON(MeasurementFolder.VERDICT, GateReport::json);

    private final String fileName;

    // Method references without state.
    @SuppressWarnings("ImmutableEnumChecker")
    private final Function<GateReport, String> renderer;

    GateFormat(String fileName, Function<GateReport, String> renderer) {
      this.fileName = fileName;
      this.renderer = renderer;
    }

    /** The name of the file that a gate writes in this format. */
    public String fileName() {
      return fileName;
    }

    /** Renders a verdict in this format. */
    public String render(GateReport report) {
      return renderer.apply(report);
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
