package dev.sessionbench.cli;

import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.Schema;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.results.AtomicFile;
import dev.sessionbench.base.results.Environment;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.bench.client.ServerAddress;
import dev.sessionbench.study.calibrate.Calibration;
import dev.sessionbench.study.calibrate.CalibrationRequest;
import dev.sessionbench.study.calibrate.Calibrator;
import dev.sessionbench.study.calibrate.ProfileText;
import dev.sessionbench.study.calibrate.WavePlan;
import java.nio.file.Path;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures what creating sessions costs a server, and writes it as a profile. */
@Command(
    name = "calibrate",
    description = {
      "Measures what creating sessions costs a server, and writes a profile for serve and run.",
      "Changes no data, keeps to a budget, deletes every session it has created."
    })
final class CalibrateCommand extends BenchCommand {
  private static final Pattern DATABASE =
      Pattern.compile("projects/[^/\\s]+/instances/[^/\\s]+/databases/[^/\\s]+");
  private static final Parameter<String> DATABASE_NAME =
      Parameter.text(
          "database",
          "projects/p/instances/i/databases/d",
          "the database's full name; needed by TLS, with application default credentials");

  @Parameters(
      arity = "0..1",
      paramLabel = "HOST:PORT",
      description = {
        "A server without TLS: serve, or an emulator. https://HOST:PORT is one by TLS and with",
        "credentials, as a regional endpoint of the service. Default: the service."
      })
  private String server = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = {
        "The profile to write (${DEFAULT-VALUE}). FILE.json gets what was measured,",
        "FILE.sessions names the sessions while there are any."
      })
  private Path output = Path.of("calibrated.yaml");

  @Option(names = "--dry-run", description = "Only says what it would send.")
  private boolean dryRun;

  @Option(
      names = "--clean",
      description = "Deletes what a calibration that was killed has left, by its FILE.sessions.")
  private boolean clean;

  CalibrateCommand() {
    super(CalibrationRequest.SCHEMA.and(Schema.of("calibrate", DATABASE_NAME)));
  }

  @Override
  ExitCode execute() throws InterruptedException {
    Path state = beside(".sessions");
    if (clean) {
      String deletes = "--clean: deletes what %s names".formatted(state);
      takesOnly(deletes, "--clean", "--output", "--rate", "--timeout");
    }
    CalibrationRequest request = request();
    if (clean) {
      return said(Calibrator.clean(state, request, SystemTime.CLOCK));
    }
    WavePlan plan = WavePlan.of(request.budget(), request.seed());
    Calibrator.announcement(request, plan).forEach(this::printLine);
    if (dryRun) {
      return ExitCode.OK;
    }
    try (Calibrator calibrator = Calibrator.connect(request, state, SystemTime.CLOCK)) {
      return measure(calibrator, plan, request);
    }
  }

  private ExitCode measure(Calibrator calibrator, WavePlan plan, CalibrationRequest request)
      throws InterruptedException {
    String startedAt = SystemTime.CLOCK.calendar().instant().toString();
    Environment environment = Environment.read(0, startedAt);
    // Requests in flight may take their timeout, as may each round of deletions afterwards.
    long patienceSeconds =
        60
            + 6L * request.timeoutMillis() / 1_000
            + request.budget().sessionsAtOnce() / request.budget().rpcsPerSecond() * 8L;
    StopSignal signal = world.signals().apply(patienceSeconds, calibrator::interrupt);
    try {
      Calibration calibration = calibrator.run(plan, startedAt, environment.gitCommit());
      write(calibration);
      ExitCode code = said(calibrator.left());
      return calibration.stopped().isEmpty() ? code : ExitCode.BENCHMARK_FAILED;
    } catch (BadInput e) {
      if (!calibrator.left().isEmpty()) {
        var unused = said(calibrator.left());
      }
      throw e;
    } finally {
      signal.close();
    }
  }

  private void write(Calibration calibration) {
    Path data = beside(".json");
    Json.write(data, calibration);
    say("");
    ProfileText.findings(calibration).forEach(this::printLine);
    if (calibration.pairs().isEmpty()) {
      warn("no BatchCreateSessions was measured, no profile is written");
      return;
    }
    AtomicFile.write(output, ProfileText.of(calibration));
    say("");
    String quantiles = "%s: the quantiles of %d pairs and of the other methods";
    printLine(quantiles.formatted(output, calibration.pairs().size()));
    printLine("%s: what was measured".formatted(data));
  }

  /** Prints what is left, if anything. */
  private ExitCode said(String left) {
    if (left.isEmpty()) {
      printLine("no session is left");
      return ExitCode.OK;
    }
    warn(
        "%s; calibrate --clean -o %s tries again, and the service drops a session that is not used for an hour"
            .formatted(Escape.terminal(left), output));
    return ExitCode.BENCHMARK_FAILED;
  }

  private void printLine(String line) {
    say(Escape.terminal(line));
  }

  private Path beside(String ending) {
    return output.resolveSibling(output.getFileName() + ending);
  }

  private CalibrationRequest request() {
    Settings settings = settings();
    String database = settings.get(DATABASE_NAME);
    CalibrationRequest request = CalibrationRequest.of(server, database, settings);
    BadInput.when(
        request.byTls() && !clean && settings.isDefault(DATABASE_NAME),
        "what is to be calibrated: HOST:PORT of a server without TLS, or --database projects/P/instances/I/databases/D of the service");
    String address = request.byTls() ? request.address() : server;
    boolean fits = ServerAddress.Tcp.parse(address).isPresent();
    BadInput.when(!fits, "'%s': must be HOST:PORT, as in localhost:9010", server);
    boolean whole = DATABASE.matcher(database).matches();
    BadInput.when(!whole, "--database %s: must be projects/P/instances/I/databases/D", database);
    BadInput.when(output.getFileName() == null, "-o %s: must be a file", output);
    return request;
  }
}
