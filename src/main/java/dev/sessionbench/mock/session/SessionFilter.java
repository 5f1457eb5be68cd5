package dev.sessionbench.mock.session;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The filter of ListSessions, by the rules of its proto: {@code labels.env:*} means that the label
 * is there, {@code labels.env:dev} that its value contains the text, without regard to case. Terms
 * stand side by side or with AND between them, and all must hold. A term of another form is
 * ignored, as the service's full grammar is not public.
 */
final class SessionFilter {
  private static final Pattern TERM =
      Pattern.compile("labels\\.([^\\s:]+):(?:\"([^\"]*)\"|(\\S+))", Pattern.CASE_INSENSITIVE);

  private final List<Term> terms = new ArrayList<>();

  SessionFilter(String filter) {
    Matcher matcher = TERM.matcher(filter);
    while (matcher.find()) {
      String quoted = matcher.group(2);
      String value = quoted != null ? quoted : matcher.group(3);
      terms.add(new Term(lower(matcher.group(1)), value.equals("*") ? "" : lower(value)));
    }
  }

  boolean accepts(Map<String, String> labels) {
    return terms.stream().allMatch(term -> term.holds(labels));
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private record Term(String key, String part) {
    boolean holds(Map<String, String> labels) {
      return labels.entrySet().stream()
          .anyMatch(l -> lower(l.getKey()).equals(key) && lower(l.getValue()).contains(part));
    }
  }
}
