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
import dev.sessionbench.mock.session.SessionStore.ServerSession;
import java.util.List;

/**
 * Answers the five RPCs about sessions.
 *
 * @param sessions the store that it answers from
 * @param batchLimit sessions of one BatchCreateSessions at most, at least 1
 */
public record SessionRpcs(SessionStore sessions, int batchLimit) {
  /** The service does not document its page size. */
  private static final int MAX_PAGE_SIZE = 1_000;

  /** Answers CreateSession. */
  public Session create(CreateSessionRequest request) {
    ResourceName.DATABASE.require(request.getDatabase());
    return sessions.create(request.getDatabase(), request.getSession(), 1).get(0).toProto();
  }

  /** Answers BatchCreateSessions. */
  public BatchCreateSessionsResponse batchCreate(BatchCreateSessionsRequest request) {
    ResourceName.DATABASE.require(request.getDatabase());
    int asked = request.getSessionCount();
    String few = "Invalid number of sessions %d. Requested sessions should be greater than 0.";
    RpcFailure.invalidArgumentIf(asked < 1, few, asked);
    RpcFailure.invalidArgumentIf(
        request.getSessionTemplate().getMultiplexed(),
        "BatchCreateSessions cannot create multiplexed sessions; use CreateSession");
    int count = Math.min(asked, batchLimit);
    BatchCreateSessionsResponse.Builder response = BatchCreateSessionsResponse.newBuilder();
    sessions
        .create(request.getDatabase(), request.getSessionTemplate(), count)
        .forEach(session -> response.addSession(session.toProto()));
    return response.build();
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
    RpcFailure.invalidArgumentIf(
        !request.getFilter().isEmpty(), "The mock server lists sessions without a filter");
    List<ServerSession> all = sessions.list(request.getDatabase());
    List<ServerSession> rest = all.stream().filter(session -> session.number > after).toList();
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
}
