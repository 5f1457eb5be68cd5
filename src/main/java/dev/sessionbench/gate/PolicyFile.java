package dev.sessionbench.gate;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/**
 * A policy and the text that it was read from, which is kept with the measurements.
 *
 * @param origin where it came from, for messages
 * @param text its text, YAML
 * @param policy what it says
 */
public record PolicyFile(String origin, String text, Policy policy) {
  /** Where a project keeps its policy. */
  public static final Path PROJECT_FILE = Path.of("results", "policy.yaml");

  private static final String BUNDLED = "policy.yaml";
  private static final ObjectMapper MAPPER =
      YAMLMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .build();

  /**
   * Reads a policy.
   *
   * @param file the file
   * @return the policy
   * @throws GateException naming file, line, key, value and what would be right
   */
  public static PolicyFile read(Path file) {
    try {
      return parse(file.toString(), Files.readString(file));
    } catch (IOException e) {
      throw new GateException(file + ": no policy can be read there", e);
    }
  }

  /**
   * The policy that came with this program.
   *
   * @throws GateException if it did not come
   */
  public static PolicyFile bundled() {
    try (InputStream in = PolicyFile.class.getResourceAsStream(BUNDLED)) {
      if (in == null) {
        throw new GateException("this build holds no policy; name one with --policy");
      }
      return parse("the built-in policy", new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new GateException("the built-in policy cannot be read; name one with --policy", e);
    }
  }

  /**
   * Parses a policy.
   *
   * @param origin where it came from, for messages
   * @param text YAML
   * @return the policy
   * @throws GateException naming the place and what would be right
   */
  public static PolicyFile parse(String origin, String text) {
    try {
      Policy policy = MAPPER.readValue(text, Policy.class);
      if (policy == null) {
        throw new GateException(origin + ":1: expected a policy, found nothing");
      }
      return new PolicyFile(origin, text, policy);
    } catch (JsonProcessingException e) {
      throw new GateException(message(origin, e), e);
    }
  }

  private static String message(String origin, JsonProcessingException e) {
    JsonLocation location = e.getLocation();
    String place = location == null ? origin : origin + ":" + location.getLineNr();
    String reason =
        e.getCause() instanceof IllegalArgumentException refused
            ? String.valueOf(refused.getMessage())
            : e.getOriginalMessage().lines().findFirst().orElse("not YAML");
    return place + ": " + path(e) + reason.replaceAll("\\(class dev\\.[^)]*\\), ", "");
  }

  private static String path(JsonProcessingException e) {
    if (!(e instanceof JsonMappingException mapping) || mapping.getPath().isEmpty()) {
      return "";
    }
    return mapping.getPath().stream()
        .map(
            step ->
                step.getFieldName() == null
                    ? "[" + (step.getIndex() + 1) + "]"
                    : step.getFieldName())
        .collect(Collectors.joining(".", "", ": "));
  }
}
