package dev.sessionbench.study.calibrate;

import com.google.protobuf.ByteString;
import dev.sessionbench.base.model.Rpc;

/** One RPC that a calibration sends. */
sealed interface Request {
  /** The method. */
  Rpc rpc();

  /** Creates sessions. */
  record Create(int sessions) implements Request {
    @Override
    public Rpc rpc() {
      return Rpc.BATCH_CREATE_SESSIONS;
    }
  }

  /** Deletes a session. */
  record Delete(String session) implements Request {
    @Override
    public Rpc rpc() {
      return Rpc.DELETE_SESSION;
    }
  }

  /** Lists the sessions of this calibration; an empty token for the first page. */
  record List(String pageToken) implements Request {
    @Override
    public Rpc rpc() {
      return Rpc.LIST_SESSIONS;
    }
  }

  /** Executes the statement, in a read-only transaction of its own. */
  record Execute(String session) implements Request {
    @Override
    public Rpc rpc() {
      return Rpc.EXECUTE_STREAMING_SQL;
    }
  }

  /** Begins a transaction that could write. */
  record Begin(String session) implements Request {
    @Override
    public Rpc rpc() {
      return Rpc.BEGIN_TRANSACTION;
    }
  }

  /** Commits a transaction that has changed nothing. */
  record Commit(String session, ByteString transaction) implements Request {
    @Override
    public Rpc rpc() {
      return Rpc.COMMIT;
    }
  }

  /** Rolls a transaction back that has changed nothing. */
  record Rollback(String session, ByteString transaction) implements Request {
    @Override
    public Rpc rpc() {
      return Rpc.ROLLBACK;
    }
  }
}
