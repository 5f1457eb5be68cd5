package dev.sessionbench.mock.session;

import com.google.protobuf.Empty;
import com.google.spanner.v1.BatchCreateSessionsRequest;
import com.google.spanner.v1.BatchCreateSessionsResponse;
import com.google.spanner.v1.CreateSessionRequest;
import com.google.spanner.v1.DeleteSessionRequest;
import com.google.spanner.v1.GetSessionRequest;
import com.google.spanner.v1.ListSessionsRequest;
import com.google.spanner.v1.ListSessionsResponse;
import com.google.spanner.v1.Session;
import dev.sessionbench.mock.rpc.ResourceName;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.rpc.ServiceLimits;
import dev.sessionbench.mock.session.SessionStore.ServerSession;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Answers the five RPCs about sessions.
 *
 * @param sessions the store that it answers from
 * @param batchLimit sessions of one BatchCreateSessions at most, at least 1
 * @param limits how many labels a session may have
 */
public record SessionRpcs(SessionStore sessions, int batchLimit, ServiceLimits limits) {
  /** The service does not document its page size. */
  private static final int MAX_PAGE_SIZE = 1_000;

  /** Answers CreateSession. */
  public Session create(CreateSessionRequest request) {
    ResourceName.DATABASE.require(request.getDatabase());
    SessionLabels.check(request.getSession().getLabelsMap(), limits.sessionLabels());
    return sessions.create(request.getDatabase(), request.getSession(), 1).get(0).toProto();
  }

  /** Answers BatchCreateSessions. */
  public BatchCreateSessionsResponse batchCreate(BatchCreateSessionsRequest request) {
    check(request);
    int count = Math.min(request.getSessionCount(), batchLimit);
    BatchCreateSessionsResponse.Builder response = BatchCreateSessionsResponse.newBuilder();
    sessions
        .create(request.getDatabase(), request.getSessionTemplate(), count)
        .forEach(session -> response.addSession(session.toProto()));
    return response.build();
  }

  private void check(BatchCreateSessionsRequest request) {
    ResourceName.DATABASE.require(request.getDatabase());
    RpcFailure.invalidArgumentIf(
        request.getSessionCount() < 1,
        "Invalid number of sessions %d. Requested sessions should be greater than 0.",
        request.getSessionCount());
    SessionLabels.check(request.getSessionTemplate().getLabelsMap(), limits.sessionLabels());
    RpcFailure.invalidArgumentIf(
        request.getSessionTemplate().getMultiplexed(),
        "BatchCreateSessions cannot create multiplexed sessions; use CreateSession");
  }

  /** Answers GetSession. */
  public Session get(GetSessionRequest request) {
    return sessions.use(request.getName()).toProto();
  }

  /** Answers DeleteSession. */
  public Empty delete(DeleteSessionRequest request) {
    sessions.delete(request.getName());
    return Empty.getDefaultInstance();
  }

  /** Answers ListSessions. */
  public ListSessionsResponse list(ListSessionsRequest request) {
    ResourceName.DATABASE.require(request.getDatabase());
    long after = parsePageToken(request.getPageToken());
    Predicate<Map<String, String>> filter = SessionFilter.of(request.getFilter());
    List<ServerSession> rest =
        sessions.list(request.getDatabase()).stream()
            .filter(session -> session.number > after)
            .filter(session -> filter.test(session.toProto().getLabelsMap()))
            .toList();
    int asked = request.getPageSize();
    int size = Math.min(rest.size(), asked < 1 ? MAX_PAGE_SIZE : Math.min(asked, MAX_PAGE_SIZE));
    ListSessionsResponse.Builder page = ListSessionsResponse.newBuilder();
    rest.subList(0, size).forEach(session -> page.addSessions(session.toProto()));
    if (size < rest.size()) {
      page.setNextPageToken(Long.toString(rest.get(size - 1).number));
    }
    return page.build();
  }

  /** The page token is the number of the last session before it, so paging survives deletions. */
  private static long parsePageToken(String token) {
    RpcFailure.invalidArgumentIf(!token.matches("\\d{0,18}"), "Invalid page token: %s", token);
    return token.isEmpty() ? 0 : Long.parseLong(token);
  }

  /**
   * The filter of ListSessions, as its proto defines it. {@code labels.env:*} means that the label
   * exists. {@code labels.env:dev} means that its value contains the text, ignoring case. Terms
   * stand side by side or with AND between them, and all must hold. A term of another form is
   * ignored, because the service's full grammar is not public.
   */
  static final class SessionFilter {
    private static final Pattern TERM =
        Pattern.compile("labels\\.([^\\s:]+):(?:\"([^\"]*)\"|(\\S+))", Pattern.CASE_INSENSITIVE);

    private SessionFilter() {}

    /** A predicate on the labels of a session. */
    static Predicate<Map<String, String>> of(String filter) {
      return TERM.matcher(filter)
          .results()
          .map(SessionFilter::term)
          .reduce(labels -> true, Predicate::and);
    }

    private static Predicate<Map<String, String>> term(MatchResult term) {
      String quoted = term.group(2);
      String value = lower(quoted != null ? quoted : term.group(3));
      String key = lower(term.group(1));
      String part = value.equals("*") ? "" : value;
      return labels ->
          labels.entrySet().stream()
              .anyMatch(l -> lower(l.getKey()).equals(key) && lower(l.getValue()).contains(part));
    }

    private static String lower(String text) {
      return text.toLowerCase(Locale.ROOT);
    }
  }

  /**
   * The rules for labels, from the service's error messages. The proto of Session is stricter (no
   * underscores, values begin with a letter), but the service accepts what it forbids.
   */
  static final class SessionLabels {
    private static final Pattern KEY =
        Pattern.compile("[\\p{Ll}\\p{Lo}][\\p{Ll}\\p{Lo}\\p{N}_-]{0,62}");
    private static final Pattern VALUE = Pattern.compile("[\\p{Ll}\\p{Lo}\\p{N}_-]{0,63}");

    private SessionLabels() {}

    /**
     * Checks the labels of a session.
     *
     * @throws RpcFailure INVALID_ARGUMENT if there are too many, or a key or value is malformed
     */
    static void check(Map<String, String> labels, int limit) {
      RpcFailure.invalidArgumentIf(
          labels.size() > limit,
          "Too many labels: %d. There can be a maximum of %d labels per resource.",
          labels.size(),
          limit);
      labels.forEach(
          (key, value) -> {
            RpcFailure.invalidArgumentIf(
                !KEY.matcher(key).matches(),
                "Label keys must be between 1-63 characters long, consist only of lowercase"
                    + " letters, digits, underscores, and dashes, and must start with a letter. Got: %s",
                key);
            RpcFailure.invalidArgumentIf(
                !VALUE.matcher(value).matches(),
                "Non-empty label values must be between 1-63 characters long, and consist only of"
                    + " lowercase letters, digits, underscores, and dashes. Got: %s",
                key);
          });
    }
  }
}
