package dev.sessionbench.mock.rpc;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelException;
import io.grpc.netty.shaded.io.netty.channel.ChannelFactory;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.ReflectiveChannelFactory;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import java.net.SocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The open connections of a server, by the address of their client. gRPC hands out none of them, so
 * each is noted as it passes from the listening socket to its event loop.
 */
final class Connections {
  /** Held, because loggers that nobody holds lose their level. */
  private static final Logger STREAM_ERRORS =
      Logger.getLogger("io.grpc.netty.shaded.io.grpc.netty.NettyServerHandler");

  private final Map<SocketAddress, Channel> open = new ConcurrentHashMap<>();
  private volatile boolean refusing;

  /** Makes listening sockets whose connections are noted here. */
  ChannelFactory<ServerChannel> noting(Class<? extends ServerChannel> type) {
    ChannelFactory<? extends ServerChannel> sockets = new ReflectiveChannelFactory<>(type);
    return () -> {
      ServerChannel listening = sockets.newChannel();
      listening.pipeline().addLast(new Acceptor());
      return listening;
    };
  }

  /** Resets a call's connection: its client sees no reason. */
  void reset(Attributes call) {
    of(call).ifPresent(Connections::reset);
  }

  /** Resets all connections, and those that are still being accepted, until told otherwise. */
  void refuse() {
    refusing = true;
    open.values().forEach(Connections::reset);
  }

  /** Lets connections come again. */
  void accept() {
    refusing = false;
  }

  /** Closes a call's connection as HTTP/2 asks: GOAWAY, and the end after the last call. */
  void goAway(Attributes call) {
    of(call)
        .ifPresent(
            connection -> {
              // On its way out the close passes gRPC's handler, which makes a graceful one of it.
              var unused = connection.close();
            });
  }

  private Optional<Channel> of(Attributes call) {
    return Optional.ofNullable(call.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR)).map(open::get);
  }

  private static void reset(Channel connection) {
    // Else gRPC prints a trace for each reply that was still to be written.
    STREAM_ERRORS.setLevel(Level.SEVERE);
    // At once where that is possible: what comes after must find it closed.
    if (connection.eventLoop().inEventLoop()) {
      resetNow(connection);
    } else {
      connection.eventLoop().execute(() -> resetNow(connection));
    }
  }

  private static void resetNow(Channel connection) {
    try {
      // Without lingering the kernel sends RST and forgets the connection.
      connection.config().setOption(ChannelOption.SO_LINGER, 0);
    } catch (ChannelException e) {
      // It has been closed already.
      return;
    }
    // Past the pipeline, where no handler says good-bye.
    connection.unsafe().close(connection.newPromise());
  }

  private final class Acceptor extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ((Channel) message).pipeline().addFirst(new Noter());
      context.fireChannelRead(message);
    }
  }

  /** Notes a connection once it has its event loop, and leaves the pipeline. */
  private final class Noter extends ChannelInboundHandlerAdapter {
    @Override
    public void channelActive(ChannelHandlerContext context) {
      Channel connection = context.channel();
      SocketAddress client = connection.remoteAddress();
      if (client != null) {
        open.put(client, connection);
        var unused =
            connection.closeFuture().addListener(closed -> open.remove(client, connection));
      }
      context.fireChannelActive();
      context.pipeline().remove(this);
      if (refusing) {
        resetNow(connection);
      }
    }
  }
}
