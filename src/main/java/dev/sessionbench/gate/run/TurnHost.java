package dev.sessionbench.gate.run;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.Main;

/**
 * The program of a side's process. It runs the side's JMH without forks, for one cell after
 * another, and talks to the gate over a local connection.
 *
 * <p>The gate sends the arguments of JMH, one in each line. For each turn, the process asks by a
 * byte and waits for a byte. Another byte says that a cell has ended.
 *
 * <p>The gate puts this class on the class path of each side, so it uses nothing but JMH.
 */
public final class TurnHost {
  /** The property that names the port where the gate listens. */
  static final String PORT = "sessionbench.turns";

  /** The byte that asks for a turn. */
  static final int ASKS = 1;

  /** The byte that tells the end of a cell. */
  static final int ENDED = 2;

  private static @Nullable Socket gate;

  private TurnHost() {}

  /**
   * Measures cells until the gate ends the connection. JMH ends the process if a cell fails.
   *
   * @param args none
   * @throws IOException if the gate cannot be reached
   */
  public static void main(String[] args) throws IOException {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), Integer.getInteger(PORT, 0))) {
      gate = socket;
      DataInputStream cells = new DataInputStream(socket.getInputStream());
      while (true) {
        Main.main(cells.readUTF().split("\n", -1));
        socket.getOutputStream().write(ENDED);
      }
    } catch (EOFException e) {
      // The gate has no more cells. A client may have left threads that would keep the process.
      System.exit(0);
    }
  }

  /**
   * Waits for a turn.
   *
   * @throws IllegalStateException if the gate has ended the connection
   */
  public static void awaitTurn() {
    Socket socket = Objects.requireNonNull(gate, "there is no gate");
    try {
      socket.getOutputStream().write(ASKS);
      if (socket.getInputStream().read() < 0) {
        throw new IOException("its connection ended");
      }
    } catch (IOException e) {
      throw new IllegalStateException("the gate gives no turn: " + e.getMessage(), e);
    }
  }
}
