package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.bench.count.CountTable;
import dev.sessionbench.bench.count.Counting;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** {@code run --counts}: what all loads at all steps are counted as. */
final class CountsOutput {
  private CountsOutput() {}

  /** Counts and prints; not OK where a count is not what the pool's rule gives. */
  static ExitCode print(PrintStream out, PrintStream err, String format) {
    if (!List.of("text", "json").contains(format)) {
      throw new BadInput("--counts %s: must be text or json".formatted(format));
    }
    CountTable table = CountTable.count(new Counting(Map.of()));
    out.print(
        format.equals("json")
            ? table.json()
            : "BatchCreateSessions RPCs, counted with the real client in process\n\n"
                + table.text());
    out.flush();
    List<String> contradictions = table.contradictions();
    contradictions.forEach(line -> err.print("not the pool's rule: " + line + "\n"));
    err.flush();
    return contradictions.isEmpty() ? ExitCode.OK : ExitCode.BENCHMARK_FAILED;
  }
}
