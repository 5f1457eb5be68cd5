package dev.sessionbench.profile;

import dev.sessionbench.yaml.YamlValue;
import java.util.HashMap;
import java.util.Map;

/** The texts that may stand in a list once only, each with its place. */
final class FirstPlaces {
  private final Map<String, String> places = new HashMap<>();

  /**
   * Takes note of a text.
   *
   * @param kind what messages call it
   * @return the text
   * @throws dev.sessionbench.yaml.YamlException if it was noted before
   */
  String note(YamlValue text, String kind) {
    String earlier = places.putIfAbsent(text.text(), text.place());
    if (earlier != null) {
      throw text.complaint(
          "this %s stands here twice, first at %s: %s".formatted(kind, earlier, text.shown()));
    }
    return text.text();
  }
}
