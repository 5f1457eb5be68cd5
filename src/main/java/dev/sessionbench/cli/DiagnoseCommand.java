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
import dev.sessionbench.cli.BenchCommand.World;
import dev.sessionbench.study.diagnosis.Diagnosis;
import dev.sessionbench.study.diagnosis.Scrape;
import dev.sessionbench.study.diagnosis.Scrapes;
import dev.sessionbench.study.exhaustion.StudyResult;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Parameter<Optional<Double>> EVERY =
      Parameter.optional(
          "every",
          Codec.real(0.001, 3_600),
          "seconds between two scrapes; default: 10 for an address, else the times in the files");
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

  @Option(
      names = "--client",
      paramLabel = "ID",
      description = {
        "The client to judge if several export their metrics: its client_id, or INSTANCE/DATABASE/ID",
        "if several databases have it. Calls do not name their client, so their findings are then",
        "unknown."
      })
  private Optional<String> client = Optional.empty();

  @Option(names = "--json", description = "Print the diagnosis as JSON.")
  private boolean json;

  DiagnoseCommand(World world) {
    super(world, EVERY, SCRAPES);
  }

  @Override
  ExitCode execute() throws InterruptedException {
    Settings settings = settings();
    Optional<Double> every = settings.get(EVERY);
    BadInput.when(
        inputs.isEmpty(), "diagnose: needs two files, an address, or a file of study exhaustion");
    String first = inputs.get(0);
    if (isAddress(first)) {
      BadInput.when(
          inputs.size() > 1,
          "%s: must be left out, because only one address is read",
          inputs.get(inputs.size() - 1));
      return print(
          Scrapes.of(scraped(URI.create(first), every.orElse(10.0), settings.get(SCRAPES)), client)
              .diagnosis());
    }
    if (inputs.size() == 1) {
      return study(first);
    }
    return print(Scrapes.of(files(every), client).diagnosis());
  }

  private static boolean isAddress(String input) {
    return input.startsWith("http://") || input.startsWith("https://");
  }

  private ExitCode print(Diagnosis diagnosis) {
    out.print(json ? Json.text(diagnosis) : diagnosis.text());
    return diagnosis.undecided() ? ExitCode.INCONCLUSIVE : ExitCode.OK;
  }

  private ExitCode study(String file) {
    String text = TextFile.read(file);
    BadInput.when(
        !text.stripLeading().startsWith("{"),
        "%s: is no file of study exhaustion, and of scrapes at least two are needed",
        file);
    StudyResult result = Json.parse(file, text, new TypeReference<StudyResult>() {});
    BadInput.when(
        !result.study().equals(StudyResult.STUDY),
        "%s: is of study %s, not of %s",
        file,
        result.study(),
        StudyResult.STUDY);
    Map<String, Diagnosis> diagnoses = result.diagnoses();
    if (json) {
      out.print(Json.text(diagnoses));
    } else {
      diagnoses.forEach((scenario, diagnosis) -> out.print(scenario + ". " + diagnosis.text()));
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

  private static List<Scrape> scraped(URI address, double every, int scrapes)
      throws InterruptedException {
    HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    List<Scrape> all = new ArrayList<>();
    long start = SystemTime.CLOCK.nanos();
    for (int i = 0; i < scrapes; i++) {
      long due = start + (long) (i * every * Nanos.PER_SECOND);
      SystemTime.CLOCK.sleep(due - SystemTime.CLOCK.nanos());
      double at = (SystemTime.CLOCK.nanos() - start) / Nanos.PER_SECOND;
      all.add(Scrape.at(address.toString(), get(http, address), at));
    }
    return all;
  }

  private static String get(HttpClient http, URI address) throws InterruptedException {
    try {
      HttpRequest request = HttpRequest.newBuilder(address).timeout(PATIENCE).build();
      HttpResponse<String> reply = http.send(request, HttpResponse.BodyHandlers.ofString());
      BadInput.when(reply.statusCode() != 200, "%s: answered %s", address, reply.statusCode());
      return reply.body();
    } catch (IOException e) {
      throw new BadInput(
          "%s: cannot be read: %s".formatted(address, Escape.terminal(String.valueOf(e))), e);
    }
  }
}
