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
import com.google.spanner.v1.SpannerGrpc;
import dev.sessionbench.mock.rpc.RpcFailure;
import dev.sessionbench.mock.rpc.ServiceLimits;
import dev.sessionbench.mock.rpc.SpannerMethods;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Answers the five methods about sessions.
 *
 * @param sessions the store that it answers from
 * @param batchLimit sessions of one BatchCreateSessions at most, at least 1
 * @param limits how many labels a session may have
 */
public record SessionRpcs(SessionStore sessions, int batchLimit, ServiceLimits limits) {
  /** The service's own page size is not documented. */
  private static final int MAX_PAGE_SIZE = 1_000;

  /** Adds the methods to the service. */
  public void addTo(SpannerMethods methods) {
    methods.unary(
        SpannerGrpc.getCreateSessionMethod(),
        request -> sessions.countRequested(request.getSession().getMultiplexed() ? 0 : 1),
        session -> session.getMultiplexed() ? 0 : 1,
        this::create);
    methods.unary(
        SpannerGrpc.getBatchCreateSessionsMethod(),
        request -> sessions.countRequested(Math.max(0, request.getSessionCount())),
        BatchCreateSessionsResponse::getSessionCount,
        this::batchCreate);
    methods.unary(SpannerGrpc.getGetSessionMethod(), this::get);
    methods.unary(SpannerGrpc.getListSessionsMethod(), this::list);
    methods.unary(SpannerGrpc.getDeleteSessionMethod(), this::delete);
  }

  Session create(CreateSessionRequest request) {
    ResourceNames.requireDatabase(request.getDatabase());
    SessionLabels.check(request.getSession().getLabelsMap(), limits.sessionLabels());
    return sessions.create(request.getDatabase(), request.getSession(), 1).get(0).toProto();
  }

  BatchCreateSessionsResponse batchCreate(BatchCreateSessionsRequest request) {
    check(request);
    int count = Math.min(request.getSessionCount(), batchLimit);
    BatchCreateSessionsResponse.Builder response = BatchCreateSessionsResponse.newBuilder();
    sessions
        .create(request.getDatabase(), request.getSessionTemplate(), count)
        .forEach(session -> response.addSession(session.toProto()));
    return response.build();
  }

  private void check(BatchCreateSessionsRequest request) {
    ResourceNames.requireDatabase(request.getDatabase());
    RpcFailure.invalidArgumentIf(
        request.getSessionCount() < 1,
        "Invalid number of sessions %d. Requested sessions should be greater than 0.",
        request.getSessionCount());
    SessionLabels.check(request.getSessionTemplate().getLabelsMap(), limits.sessionLabels());
    RpcFailure.invalidArgumentIf(
        request.getSessionTemplate().getMultiplexed(),
        "BatchCreateSessions cannot create multiplexed sessions; use CreateSession");
  }

  Session get(GetSessionRequest request) {
    return sessions.use(request.getName()).toProto();
  }

  Empty delete(DeleteSessionRequest request) {
    sessions.delete(request.getName());
    return Empty.getDefaultInstance();
  }

  ListSessionsResponse list(ListSessionsRequest request) {
    ResourceNames.requireDatabase(request.getDatabase());
    long after = parsePageToken(request.getPageToken());
    Predicate<Map<String, String>> filter = SessionFilter.of(request.getFilter());
    List<ServerSession> rest =
        sessions.list(request.getDatabase()).stream()
            .filter(session -> session.number() > after)
            .filter(session -> filter.test(session.toProto().getLabelsMap()))
            .toList();
    int asked = request.getPageSize();
    int size = Math.min(rest.size(), asked < 1 ? MAX_PAGE_SIZE : Math.min(asked, MAX_PAGE_SIZE));
    ListSessionsResponse.Builder page = ListSessionsResponse.newBuilder();
    rest.subList(0, size).forEach(session -> page.addSessions(session.toProto()));
    if (size < rest.size()) {
      page.setNextPageToken(Long.toString(rest.get(size - 1).number()));
    }
    return page.build();
  }

  /** A page token is the number of the last session before it: paging survives deletions. */
  private static long parsePageToken(String token) {
    if (token.isEmpty()) {
      return 0;
    }
    try {
      return Long.parseLong(token);
    } catch (NumberFormatException e) {
      throw RpcFailure.invalidArgument("Invalid page token: " + token);
    }
  }
}
