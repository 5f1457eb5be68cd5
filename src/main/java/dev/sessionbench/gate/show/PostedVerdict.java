package dev.sessionbench.gate.show;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Invalid;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.gate.SideIdentity;
import dev.sessionbench.gate.judge.Finding;
import dev.sessionbench.gate.judge.Finding.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An untrusted verdict that is posted where people trust what they read. The pull request may have
 * written every character of it. Its fields are therefore checked on reading. Only numbers are
 * posted, and texts that are cut, escaped and cannot become a link.
 *
 * @param outcome the gate's outcome
 * @param conclusion how a pull request shows an inconclusive gate, {@code neutral} or {@code
 *     failure}; null means failure
 * @param blocks the number of judged pairs of forks
 * @param policy where the policy came from
 * @param reproduce the command that repeats the measurement
 * @param base the baseline
 * @param head the candidate
 * @param notes notes on the run for a reader
 * @param findings the findings
 */
public record PostedVerdict(
    @JsonProperty(value = "outcome", required = true) Outcome outcome,
    @JsonProperty("conclusion") @Nullable String conclusion,
    @JsonProperty(value = "blocks", required = true) int blocks,
    @JsonProperty(value = "policy", required = true) String policy,
    @JsonProperty(value = "reproduce", required = true) String reproduce,
    @JsonProperty(value = "base", required = true) SideIdentity base,
    @JsonProperty(value = "head", required = true) SideIdentity head,
    @JsonProperty(value = "notes", required = true) List<String> notes,
    @JsonProperty(value = "findings", required = true) List<Finding> findings) {
  private static final long MOST_BYTES = 4L << 20;
  private static final int CELL_CHARS = 200;
  private static final int COMMAND_CHARS = 1_000;

  /** Copies the lists, and checks that nothing is missing and that a deciding finding exists. */
  public PostedVerdict {
    List.of(outcome, policy, reproduce);
    Stream.of(base, head)
        .forEach(a -> List.of(a.text(), a.gitCommit(), a.clientVersion(), a.injection()));
    notes = List.copyOf(notes);
    findings = List.copyOf(findings);
    Invalid.when(
        findings.stream().noneMatch(Finding::decides), "findings: one at least must decide");
  }

  /**
   * Reads a verdict.
   *
   * @param file the {@code verdict.json} of a gate, which may be forged
   * @return the verdict
   * @throws BadInput if the file is larger than any verdict, or naming the place where it is
   *     malformed
   */
  public static PostedVerdict read(Path file) {
    try {
      String large = "%s: must be a gate's verdict.json, of 4 MiB at most";
      BadInput.when(Files.size(file) > MOST_BYTES, large, file);
    } catch (IOException e) {
      throw new BadInput(file + ": no verdict can be read there", e);
    }
    return Json.read(file, new TypeReference<>() {});
  }

  /** The gravest outcome of the verdict and its findings. */
  private Outcome gravest() {
    return Stream.concat(
            Stream.of(outcome), findings.stream().filter(Finding::decides).map(Finding::outcome))
        .min(Outcome::compareTo)
        .orElseThrow();
  }

  /** Whether the pull request's check fails. */
  public boolean fails() {
    return gravest().fails() || (gravest() == Outcome.INCONCLUSIVE && !isNeutral());
  }

  /** Whether the verdict is inconclusive and the policy shows that as neutral. */
  public boolean isNeutral() {
    return gravest() == Outcome.INCONCLUSIVE && "neutral".equals(conclusion);
  }

  /**
   * The comment.
   *
   * @return Markdown of at most 36 lines and 60,000 characters
   */
  public String comment() {
    return new GateMarkdown(
            text -> Escape.unlinked(cut(text, CELL_CHARS)),
            gravest(),
            gravest().toString(),
            findings,
            notes,
            blocks,
            VerdictText.origin(shortened(base), shortened(head), policy),
            List.of(cut(reproduce, COMMAND_CHARS)))
        .comment();
  }

  /** The side with its name cut, so that the rest stays visible. */
  private static SideIdentity shortened(SideIdentity side) {
    return side.withText(cut(side.text(), CELL_CHARS / 2));
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most) + "...";
  }
}
