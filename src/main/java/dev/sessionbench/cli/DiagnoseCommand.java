package dev.sessionbench.cli;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.sessionbench.base.model.BadInput;
import dev.sessionbench.base.model.Codec;
import dev.sessionbench.base.model.Nanos;
import dev.sessionbench.base.model.Parameter;
import dev.sessionbench.base.model.Settings;
import dev.sessionbench.base.model.SystemTime;
import dev.sessionbench.base.model.TextFile;
import dev.sessionbench.base.results.Json;
import dev.sessionbench.base.text.Escape;
import dev.sessionbench.study.diagnosis.Diagnosis;
import dev.sessionbench.study.diagnosis.Scrape;
import dev.sessionbench.study.diagnosis.Scrapes;
import dev.sessionbench.study.exhaustion.StudyResult;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds out from metrics why an application waits. */
@Command(
    name = "diagnose",
    description = {
      "Says why an application that uses a session pool waits. Reads the metrics that its client",
      "exports (Prometheus text format), or a file of study exhaustion. docs/find-why-it-waits.md",
      "names the metrics. Exit codes: 0 a diagnosis was made, 2 bad input or missing",
      "metrics, 3 the scrapes leave several causes."
    })
final class DiagnoseCommand extends BenchCommand {
  private static final int PATIENCE_MILLIS = 10_000;
  private static final Parameter<Optional<Double>> EVERY =
      Parameter.optional(
          "every",
          Codec.real(0.001, 3_600),
          "seconds between two scrapes; default: 10 for an address, else the times in the files");
  private static final Parameter<Optional<String>> CLIENT =
      Parameter.optional(
          "client",
          Codec.text(),
          "the client to judge if several export their metrics: its client_id, or"
              + " INSTANCE/DATABASE/ID if several databases have it; calls do not name their client,"
              + " so their findings are then unknown");
  private static final Parameter<Integer> SCRAPES =
      Parameter.whole("scrapes", 3, 2, 1_000, "scrapes of an address");

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE|URL",
      description = {
        "Two or more scrapes in the order of time; or the address of the metrics of a running",
        "application, which is then scraped; or a file of study exhaustion."
      })
  private List<String> inputs = new ArrayList<>();

  @Option(names = "--json", description = "Print the diagnosis as JSON.")
  private boolean json;

  DiagnoseCommand() {
    super(EVERY, SCRAPES, CLIENT);
  }

  @Override
  ExitCode execute() throws InterruptedException {
    Settings settings = settings();
    Optional<Double> every = settings.get(EVERY);
    Optional<String> client = settings.get(CLIENT);
    BadInput.when(
        inputs.isEmpty(), "diagnose: needs two files, an address, or a file of study exhaustion");
    String first = inputs.get(0);
    if (first.matches("https?://.*")) {
      String last = inputs.get(inputs.size() - 1);
      String one = "%s: must be left out, because only one address is read";
      BadInput.when(inputs.size() > 1, one, last);
      return print(scraped(first, every.orElse(10.0), settings.get(SCRAPES)), client);
    }
    return inputs.size() == 1 ? study(first) : print(files(every), client);
  }

  private ExitCode print(List<Scrape> scrapes, Optional<String> client) {
    Diagnosis diagnosis = Scrapes.of(scrapes, client).diagnosis();
    out.print(json ? Json.text(diagnosis) : diagnosis.text());
    return diagnosis.undecided() ? ExitCode.INCONCLUSIVE : ExitCode.OK;
  }

  private ExitCode study(String file) {
    String text = TextFile.read(file);
    String other = "%s: is no file of study exhaustion, and of scrapes at least two are needed";
    BadInput.when(!text.stripLeading().startsWith("{"), other, file);
    StudyResult result = Json.parse(file, text, new TypeReference<StudyResult>() {});
    String study = result.study();
    BadInput.when(
        !study.equals(StudyResult.STUDY), "%s: is of study %s, not of exhaustion", file, study);
    if (json) {
      out.print(Json.text(result.diagnoses()));
    } else {
      result.diagnoses().forEach((scenario, said) -> out.print(scenario + ". " + said.text()));
    }
    return ExitCode.OK;
  }

  private List<Scrape> files(Optional<Double> everySeconds) {
    List<Scrape> all = new ArrayList<>();
    for (String file : inputs) {
      double number = all.size();
      OptionalDouble at = everySeconds.stream().mapToDouble(every -> number * every).findFirst();
      all.add(Scrape.parse(file, TextFile.read(file), at));
    }
    return all;
  }

  private static List<Scrape> scraped(String address, double every, int scrapes)
      throws InterruptedException {
    List<Scrape> all = new ArrayList<>();
    long start = SystemTime.CLOCK.nanos();
    for (int i = 0; i < scrapes; i++) {
      long due = start + Nanos.ofSeconds(i * every);
      SystemTime.CLOCK.sleep(due - SystemTime.CLOCK.nanos());
      double at = (SystemTime.CLOCK.nanos() - start) / Nanos.PER_SECOND;
      all.add(Scrape.at(address, get(address), at));
    }
    return all;
  }

  private static String get(String address) {
    try {
      HttpURLConnection http = (HttpURLConnection) URI.create(address).toURL().openConnection();
      http.setConnectTimeout(PATIENCE_MILLIS);
      http.setReadTimeout(PATIENCE_MILLIS);
      int code = http.getResponseCode();
      BadInput.when(code != HttpURLConnection.HTTP_OK, "%s: answered %s", address, code);
      try (InputStream reply = http.getInputStream()) {
        return new String(reply.readAllBytes(), StandardCharsets.UTF_8);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new BadInput(
          "%s: cannot be read: %s".formatted(address, Escape.terminal(String.valueOf(e))), e);
    }
  }
}
