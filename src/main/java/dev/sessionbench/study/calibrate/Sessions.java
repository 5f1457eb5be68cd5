package dev.sessionbench.study.calibrate;

import com.google.common.collect.Lists;
import com.google.spanner.v1.ListSessionsResponse;
import dev.sessionbench.study.calibrate.CalibrationRequest.Budget;
import dev.sessionbench.study.calibrate.Target.Reply;
import io.grpc.Status;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The sessions of a calibration; records them in the state file and deletes them. */
final class Sessions {
  private static final int ROUNDS = 4;

  private final PacedSender sender;
  private final Requests requests;
  private final StateFile state;
  private final Set<String> alive = new LinkedHashSet<>();
  private int unanswered;

  Sessions(PacedSender sender, Requests requests, StateFile state) {
    this.sender = sender;
    this.requests = requests;
    this.state = state;
  }

  /**
   * Records sessions that were created, and those that may have been.
   *
   * @param asked the sessions that each request asked for
   */
  void created(int asked, List<Reply> replies) {
    for (Reply reply : replies) {
      unanswered += reply.mayHaveActed() ? asked : 0;
      alive.addAll(reply.created());
      state.add(reply.created());
    }
  }

  /** Records sessions that another process has created. */
  void found(List<String> names) {
    alive.addAll(names);
    unanswered = 1;
  }

  /** How many are alive, including those that no reply has named. */
  int alive() {
    return alive.size() + unanswered;
  }

  /** Deletes all but one; sessions that cannot be deleted are tried again later. */
  void deleteAllBut(String kept) throws InterruptedException {
    List<String> names = new ArrayList<>(alive);
    names.remove(kept);
    for (List<String> some : Lists.partition(names, Budget.IN_FLIGHT)) {
      List<Reply> replies = sender.send(some.stream().map(requests::delete).toList());
      for (int i = 0; i < some.size(); i++) {
        Status.Code code = replies.get(i).status().getCode();
        if (code == Status.Code.OK || code == Status.Code.NOT_FOUND) {
          alive.remove(some.get(i));
        }
      }
    }
  }

  /**
   * Deletes all sessions, and lists the server's sessions if some may exist that no reply has
   * named. Deletes the state file if nothing is left.
   *
   * @return what is left, as text; empty for nothing
   */
  String deleteAll() throws InterruptedException {
    String unlisted = "";
    for (int round = 0; round == 0 || (round < ROUNDS && !alive.isEmpty()); round++) {
      deleteAllBut("");
      unlisted = unanswered == 0 ? "" : list();
    }
    if (!alive.isEmpty()) {
      return alive.size() + " sessions are left, as they could not be deleted";
    }
    if (!unlisted.isEmpty()) {
      return "requests without a reply may have left sessions, which could not be listed (%s)"
          .formatted(unlisted);
    }
    state.end();
    return "";
  }

  /** Adds the sessions that the server lists as ours; returns why it could not. */
  private String list() throws InterruptedException {
    String token = "";
    do {
      Reply reply = sender.send(requests.list(token));
      if (!reply.ok()) {
        return PacedSender.text(reply.status());
      }
      ListSessionsResponse page = reply.page();
      page.getSessionsList().stream()
          .filter(requests::created)
          .forEach(listed -> alive.add(listed.getName()));
      token = page.getNextPageToken();
    } while (!token.isEmpty());
    return "";
  }
}
