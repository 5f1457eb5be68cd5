package dev.sessionbench.bench.client;

import com.google.cloud.spanner.SpannerOptions;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;

/**
 * Sets channel options that only some versions of the Spanner client have. It finds them by name,
 * and is also compiled against every client of another version.
 */
final class ChannelSetup {
  private static final Duration SCALE_DOWN_INTERVAL = Duration.ofMinutes(3);

  private ChannelSetup() {}

  /**
   * Sets the options of a client.
   *
   * @throws IllegalStateException naming the setting that this version lacks
   */
  static void apply(SpannerOptions.Builder builder, ClientChannels channels) {
    if (channels.number() > 0) {
      builder.setNumChannels(channels.number());
    }
    String gcp = ClientChannels.GRPC_GCP.name() + "=" + channels.grpcGcp();
    String dynamic = ClientChannels.DYNAMIC.name() + "=" + channels.dynamic();
    flip(builder, channels.grpcGcp(), "GrpcGcpExtension", gcp);
    int[] sizes = channels.sizes();
    flip(
        builder,
        sizes.length > 0 ? ClientChannels.ON : channels.dynamic(),
        "DynamicChannelPool",
        dynamic);
    if (sizes.length > 0) {
      Method setter = method(builder.getClass(), "setGcpChannelPoolOptions", 1, dynamic);
      Class<?> type = setter.getParameterTypes()[0];
      // Both methods are static, so they ignore the object on which they are called.
      Object standard =
          call(
              method(SpannerOptions.class, "createDefaultDynamicChannelPoolOptions", 0, dynamic),
              builder);
      Object pool = call(method(type, "newBuilder", 1, dynamic), builder, standard);
      call(method(pool.getClass(), "setMinSize", 1, dynamic), pool, sizes[0]);
      call(method(pool.getClass(), "setInitSize", 1, dynamic), pool, sizes[1]);
      call(method(pool.getClass(), "setMaxSize", 1, dynamic), pool, sizes[2]);
      // The client's own defaults, 15 and 25, have the same ratio.
      int fewest = Math.max(1, sizes[3] * 3 / 5);
      call(
          method(pool.getClass(), "setDynamicScaling", 3, dynamic),
          pool,
          fewest,
          sizes[3],
          SCALE_DOWN_INTERVAL);
      call(setter, builder, call(method(pool.getClass(), "build", 0, dynamic), pool));
    }
  }

  private static void flip(Object builder, String word, String part, String setting) {
    if (!word.equals(ClientChannels.DEFAULT)) {
      String verb = word.equals(ClientChannels.ON) ? "enable" : "disable";
      call(method(builder.getClass(), verb + part, 0, setting), builder);
    }
  }

  /**
   * Checks that no other setting overrides the options.
   *
   * @throws IllegalStateException naming an option that another setting disables
   */
  static void check(SpannerOptions built, ClientChannels channels) {
    requireIs(
        built, "isGrpcGcpExtensionEnabled", ClientChannels.GRPC_GCP.name(), channels.grpcGcp());
    requireIs(
        built, "isDynamicChannelPoolEnabled", ClientChannels.DYNAMIC.name(), channels.dynamic());
  }

  private static void requireIs(SpannerOptions built, String getter, String name, String word) {
    if (!word.equals(ClientChannels.DEFAULT)) {
      String setting = name + "=" + word;
      boolean wanted = !word.equals(ClientChannels.OFF);
      if (!call(method(built.getClass(), getter, 0, setting), built).equals(wanted)) {
        throw new IllegalStateException(
            setting + ": another setting makes this one void, as numChannels or grpcGcp may");
      }
    }
  }

  private static Method method(Class<?> type, String name, int parameters, String setting) {
    return Arrays.stream(type.getMethods())
        .filter(m -> m.getName().equals(name) && m.getParameterCount() == parameters)
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("%s: this version has no %s".formatted(setting, name)));
  }

  private static Object call(Method method, Object of, Object... arguments) {
    try {
      return method.invoke(of, arguments);
    } catch (InvocationTargetException | IllegalAccessException e) {
      throw new IllegalStateException(method.getName() + " failed: " + e.getCause(), e);
    }
  }
}
