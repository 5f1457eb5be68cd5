package dev.sessionbench.report.html;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Opens a page in a headless Chromium and reads its messages, requests and layout over the DevTools
 * protocol. Closing it ends the browser that it started.
 */
public final class BrowserPage implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long PATIENCE_SECONDS = 60;
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final String ANNOUNCEMENT = "DevTools listening on ";

  private final Process browser;
  private final WebSocket socket;
  private final LinkedBlockingQueue<String> received;
  private final List<String> messages = new ArrayList<>();
  private final List<String> requests = new ArrayList<>();
  private String session = "";
  private int lastId;

  private BrowserPage(Process browser, WebSocket socket, LinkedBlockingQueue<String> received) {
    this.browser = browser;
    this.socket = socket;
    this.received = received;
  }

  /**
   * The browser's program: $CHROMIUM, or a usual name on the PATH.
   *
   * @throws IllegalStateException if there is no browser, because an unchecked page has not passed
   */
  static Path program(Map<String, String> environment) {
    String named = environment.getOrDefault("CHROMIUM", "");
    if (!named.isEmpty()) {
      return Optional.of(Path.of(named))
          .filter(Files::isExecutable)
          .orElseThrow(() -> new IllegalStateException("CHROMIUM is no program: " + named));
    }
    String path = environment.getOrDefault("PATH", "");
    return NAMES.stream()
        .flatMap(
            name ->
                Stream.of(path.split(java.io.File.pathSeparator, -1))
                    .map(dir -> Path.of(dir, name)))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "no browser: set CHROMIUM to its program, or put one of "
                        + String.join(", ", NAMES)
                        + " on the PATH"));
  }

  /** Starts a browser with an empty profile in a folder. */
  public static BrowserPage start(Path profile) throws Exception {
    Process browser =
        new ProcessBuilder(
                program(System.getenv()).toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--no-first-run",
                "--hide-scrollbars",
                "--user-data-dir=" + profile,
                "--remote-debugging-port=0",
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      LinkedBlockingQueue<String> received = new LinkedBlockingQueue<>();
      WebSocket socket =
          HttpClient.newHttpClient()
              .newWebSocketBuilder()
              .buildAsync(URI.create(address(browser)), new Listener(received))
              .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      BrowserPage page = new BrowserPage(browser, socket, received);
      String target =
          page.call("Target.createTarget", Map.of("url", "about:blank")).path("targetId").asText();
      page.session =
          page.call("Target.attachToTarget", Map.of("targetId", target, "flatten", true))
              .path("sessionId")
              .asText();
      for (String domain : List.of("Page", "Network", "Runtime", "Log")) {
        page.call(domain + ".enable", Map.of());
      }
      return page;
    } catch (Exception e) {
      browser.destroyForcibly();
      throw e;
    }
  }

  /** Loads a file at a width of screen, in light or dark. */
  void open(Path file, int width, boolean dark) throws Exception {
    open(file.toUri(), width, dark);
  }

  /** Loads a page at a width of screen, in light or dark. */
  public void open(URI page, int width, boolean dark) throws Exception {
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", width < 600));
    call(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    messages.clear();
    requests.clear();
    call("Page.navigate", Map.of("url", page.toString()));
    await("Page.loadEventFired");
  }

  /** The value of an expression in the page. */
  public JsonNode evaluate(String expression) throws Exception {
    JsonNode answer =
        call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
    return answer.path("result").path("value");
  }

  /** A picture of the whole page. */
  public byte[] screenshot() throws Exception {
    JsonNode answer =
        call("Page.captureScreenshot", Map.of("format", "png", "captureBeyondViewport", true));
    return Base64.getDecoder().decode(answer.path("data").asText());
  }

  /** What the page wrote to the console or the browser said about it. */
  public List<String> messages() {
    return List.copyOf(messages);
  }

  /** The addresses that the page requested. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  @Override
  public void close() {
    socket.abort();
    browser.destroy();
    // The profile's folder can be deleted only when no process writes to it.
    browser.onExit().completeOnTimeout(browser, 10, TimeUnit.SECONDS).join();
    browser.destroyForcibly().onExit().join();
  }

  private JsonNode call(String method, Map<String, ?> parameters) throws Exception {
    int id = ++lastId;
    ObjectNode command = JSON.createObjectNode().put("id", id).put("method", method);
    command.set("params", JSON.valueToTree(parameters));
    if (!session.isEmpty()) {
      command.put("sessionId", session);
    }
    socket.sendText(command.toString(), true).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    JsonNode answer = next();
    while (answer.path("id").asInt() != id) {
      answer = next();
    }
    if (answer.has("error")) {
      throw new IllegalStateException(method + ": " + answer.get("error"));
    }
    return answer.path("result");
  }

  private void await(String event) throws Exception {
    JsonNode message = next();
    while (!message.path("method").asText().equals(event)) {
      message = next();
    }
  }

  private JsonNode next() throws Exception {
    String text = received.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    if (text == null) {
      throw new IllegalStateException("the browser has not answered");
    }
    JsonNode message = JSON.readTree(text);
    JsonNode parameters = message.path("params");
    switch (message.path("method").asText()) {
      case "Network.requestWillBeSent" ->
          requests.add(parameters.path("request").path("url").asText());
      case "Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded" ->
          messages.add(parameters.toString());
      default -> {
        // Nothing that a page does wrong.
      }
    }
    return message;
  }

  private static String address(Process browser) throws IOException {
    BufferedReader reader =
        new BufferedReader(new InputStreamReader(browser.getErrorStream(), StandardCharsets.UTF_8));
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      if (line.startsWith(ANNOUNCEMENT)) {
        // The rest must be drained, because a full pipe would stop the browser.
        Thread drain = new Thread(() -> reader.lines().forEach(ignored -> {}), "browser-stderr");
        drain.setDaemon(true);
        drain.start();
        return line.substring(ANNOUNCEMENT.length());
      }
    }
    throw new IOException("the browser ended without a DevTools address");
  }

  /** Joins the fragments of each message. */
  private static final class Listener implements WebSocket.Listener {
    private final LinkedBlockingQueue<String> received;
    private final StringBuilder text = new StringBuilder();

    Listener(LinkedBlockingQueue<String> received) {
      this.received = received;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      text.append(data);
      if (last) {
        received.add(text.toString());
        text.setLength(0);
      }
      socket.request(1);
      return null;
    }
  }
}
