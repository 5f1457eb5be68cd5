package dev.sessionbench.docs;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.results.Environment;
import dev.sessionbench.results.Json;
import dev.sessionbench.study.warmup.SeedShares;
import dev.sessionbench.study.warmup.WarmupResult;
import java.nio.file.Path;

/** Committed data of warm-up studies, packed as the command wrote it. */
final class WarmupFigures {
  private WarmupFigures() {}

  static WarmupResult study(Path file) {
    return Json.read(file, new TypeReference<>() {});
  }

  static SeedShares seeds(Path file) {
    return Json.read(file, new TypeReference<>() {});
  }

  /** Where, when and with what it was made, for the line below a table. */
  static String origin(Environment made) {
    return "commit %.7s, %.10s, client %s, %d cores (%s)"
        .formatted(
            made.gitCommit(),
            made.startedAt(),
            made.clientVersion(),
            made.cores(),
            made.cpuModel());
  }
}
