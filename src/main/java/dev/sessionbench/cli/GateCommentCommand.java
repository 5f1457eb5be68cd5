package dev.sessionbench.cli;

import dev.sessionbench.gate.show.PostedVerdict;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code gate comment}: renders a verdict, perhaps from an untrusted source. */
@Command(
    name = "comment",
    description = {
      "Checks the verdict.json of a gate, which a pull request may have written. Prints it as a",
      "comment in Markdown without links, mentions or markup. Exit codes are what a check of the pull",
      "request should conclude: 0 success, 1 failure, 2 no verdict, 3 neutral (an inconclusive gate,",
      "if the policy says so)."
    })
final class GateCommentCommand extends BenchCommand {
  @Parameters(paramLabel = "VERDICT", description = "The verdict.json of a gate.")
  private Path verdict = Path.of("");

  @Override
  ExitCode execute() {
    PostedVerdict posted = PostedVerdict.read(verdict);
    out.print(posted.comment());
    if (posted.fails()) {
      return ExitCode.BENCHMARK_FAILED;
    }
    return posted.isNeutral() ? ExitCode.INCONCLUSIVE : ExitCode.OK;
  }
}
