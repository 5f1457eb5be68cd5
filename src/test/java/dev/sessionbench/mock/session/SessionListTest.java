package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Connection.DATABASE;
import static dev.sessionbench.mock.Failures.assertInvalid;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.spanner.v1.ListSessionsRequest;
import com.google.spanner.v1.ListSessionsResponse;
import com.google.spanner.v1.Session;
import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.mock.ServerFixture;
import dev.sessionbench.mock.Shows;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionListTest extends ServerFixture {
  @Test
  @Shows(of = Rpc.LIST_SESSIONS, value = "Answers in pages")
  void listPagesThroughRegularSessionsOfTheDatabaseOnly() {
    connection.createMultiplexed();
    connection.create(DATABASE + "2", Session.newBuilder());
    List<String> created = new ArrayList<>();
    connection.batchCreate(7).getSessionList().forEach(s -> created.add(s.getName()));

    List<String> listed = new ArrayList<>();
    ListSessionsRequest request =
        ListSessionsRequest.newBuilder().setDatabase(DATABASE).setPageSize(3).build();
    List<Integer> pages = new ArrayList<>();
    ListSessionsResponse page;
    do {
      page = stub().listSessions(request);
      page.getSessionsList().forEach(s -> listed.add(s.getName()));
      pages.add(page.getSessionsCount());
      request = request.toBuilder().setPageToken(page.getNextPageToken()).build();
    } while (!page.getNextPageToken().isEmpty());

    assertThat(listed).isEqualTo(created);
    assertThat(pages).containsExactly(3, 3, 1);
  }

  @Test
  void filterIsRefused() {
    assertInvalid("without a filter", () -> list("labels.env:*"));
  }

  @Test
  void foreignPageTokenIsInvalid() {
    ListSessionsRequest request =
        ListSessionsRequest.newBuilder().setDatabase(DATABASE).setPageToken("x").build();
    assertInvalid("page token", () -> stub().listSessions(request));
  }
}
