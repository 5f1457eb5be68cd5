package dev.sessionbench.mock.session;

import static dev.sessionbench.mock.Connection.DATABASE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.spanner.v1.Session;
import dev.sessionbench.mock.MovableClock;
import dev.sessionbench.mock.session.SessionStore.ServerSession;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionStoreTest {
  private static final Duration IDLE = Duration.ofHours(1);
  private static final Session LABELLED =
      Session.newBuilder().putLabels("env", "test").setCreatorRole("reader").build();

  private final MovableClock clock = new MovableClock();
  private final SessionStore sessions = new SessionStore(clock, IDLE);

  private List<String> create(int count) {
    return sessions.create(DATABASE, Session.getDefaultInstance(), count).stream()
        .map(ServerSession::name)
        .toList();
  }

  @Test
  void eachSessionShowsWhatItsCreationAskedFor() {
    List<Session> shown =
        sessions.create(DATABASE, LABELLED, 100).stream().map(ServerSession::toProto).toList();

    assertThat(shown)
        .hasSize(100)
        .allSatisfy(
            session -> {
              assertThat(session.getLabelsMap()).containsEntry("env", "test");
              assertThat(session.getCreatorRole()).isEqualTo("reader");
              assertThat(session.getCreateTime()).isEqualTo(session.getApproximateLastUseTime());
            });
  }

  @Test
  void sessionsOfABatchAreIndependent() {
    List<String> names = create(100);
    assertThat(names).doesNotHaveDuplicates();
    sessions.delete(names.get(99));
    sessions.delete(names.get(0));

    assertThatThrownBy(() -> sessions.use(names.get(0))).hasMessageContaining("NOT_FOUND");
    assertThatThrownBy(() -> sessions.delete(names.get(99))).hasMessageContaining("NOT_FOUND");
    assertThat(sessions.use(names.get(1)).name()).isEqualTo(names.get(1));
    assertThat(sessions.use(names.get(1))).isSameAs(sessions.use(names.get(1)));
    assertThat(sessions.list(DATABASE)).hasSize(98);
    assertThat(sessions.statistics().alive()).isEqualTo(98);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "projects/p/instances/i/databases/other/sessions/1",
        DATABASE + "/sessions/0",
        DATABASE + "/sessions/01",
        DATABASE + "/sessions/+1",
        DATABASE + "/sessions/-1",
        DATABASE + "/sessions/2",
        DATABASE + "/sessions/129",
        DATABASE + "/sessions/one",
        DATABASE + "/sessions/9999999999999999999999"
      })
  void aNameThatOnlyResemblesOneIsNotFound(String name) {
    assertThat(create(1)).containsExactly(DATABASE + "/sessions/1");

    assertThatThrownBy(() -> sessions.use(name)).hasMessageContaining("NOT_FOUND");
  }

  @Test
  void creationsSweepExpiredSessions() {
    List<String> untouched = create(25);
    List<String> used = create(25);
    clock.advance(IDLE.minusMillis(1));
    sessions.use(used.get(3));
    clock.advance(Duration.ofMillis(1));
    // The first creation may only finish the pass over the sessions that was in progress.
    for (int i = 0; i < 5; i++) {
      create(1);
    }

    assertThat(sessions.statistics().alive()).isEqualTo(1 + 5);
    assertThat(sessions.use(used.get(3)).name()).isEqualTo(used.get(3));
    assertThatThrownBy(() -> sessions.use(untouched.get(3))).hasMessageContaining("NOT_FOUND");
  }

  @Test
  void sweepingKeepsUpWithCreations() {
    int perIdleTime = 200;
    for (int i = 0; i < 10 * perIdleTime; i++) {
      create(1);
      clock.advance(IDLE.dividedBy(perIdleTime));
      // Each creation looks at many more sessions than it creates.
      assertThat(sessions.statistics().alive()).isLessThanOrEqualTo(2L * perIdleTime);
    }
  }
}
