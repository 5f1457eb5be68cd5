package dev.sessionbench.mock.profile;

import dev.sessionbench.base.model.Rpc;
import dev.sessionbench.base.text.YamlMapping;
import dev.sessionbench.base.text.YamlMapping.KeyedReaders;
import dev.sessionbench.base.text.YamlValue;
import dev.sessionbench.mock.fault.FaultCondition;
import dev.sessionbench.mock.fault.FaultEffect;
import dev.sessionbench.mock.fault.FaultPlan;
import dev.sessionbench.mock.fault.FaultRule;
import dev.sessionbench.mock.profile.Profiles.TimeReader;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;

/** Reads how the server goes wrong: a list of rules. */
final class FaultsSection {
  private static final List<Rpc> METHODS = List.of(Rpc.values());
  private static final KeyedReaders<FaultCondition> CONDITIONS =
      new KeyedReaders<FaultCondition>()
          .put("calls", FaultsSection::calls)
          .put("every", value -> new FaultCondition.Every(fromOne(value)))
          .put("probability", v -> new FaultCondition.Chance(v.number().doubleValue()))
          .put("window", FaultsSection::window)
          .put("session", FaultsSection::session)
          .put("channel", value -> new FaultCondition.OnChannel(fromOne(value)));
  private static final List<String> KEYS = keys();

  private FaultsSection() {}

  private static List<String> keys() {
    List<String> keys = new ArrayList<>(List.of("name", "on"));
    keys.addAll(CONDITIONS.keys());
    keys.addAll(List.of("above", "atMost"));
    keys.addAll(FaultEffectReader.EFFECTS.keys());
    return keys;
  }

  static FaultPlan read(YamlValue value) {
    return value.checked(() -> new FaultPlan(value.list(FaultsSection::rule)));
  }

  private static FaultRule rule(YamlValue whole) {
    YamlMapping parts = whole.mapping().only(KEYS, "key");
    return whole.checked(
        () ->
            new FaultRule(
                parts.require("name").text(),
                parts.get("on", FaultsSection::methods, Set.of()),
                CONDITIONS.all(parts),
                parts.get("above", FaultsSection::rate, OptionalDouble.empty()),
                parts.get("atMost", FaultsSection::fromOne, FaultRule.NO_LIMIT),
                FaultEffectReader.EFFECTS.one(parts)));
  }

  private static OptionalDouble rate(YamlValue value) {
    return OptionalDouble.of(value.number().doubleValue());
  }

  private static Set<Rpc> methods(YamlValue value) {
    List<YamlValue> names = value.isScalar() ? List.of(value) : value.items();
    if (names.isEmpty()) {
      throw value.complaint("must name a method; left out, all are meant");
    }
    Set<Rpc> methods = EnumSet.noneOf(Rpc.class);
    names.forEach(name -> methods.add(name.oneOf(name.text(), METHODS, Rpc::methodName)));
    return methods;
  }

  /** One call by its number, or the calls from one number to another. */
  private static FaultCondition calls(YamlValue value) {
    if (value.isScalar()) {
      return new FaultCondition.Calls(fromOne(value), fromOne(value));
    }
    YamlMapping range = value.mapping("from", "to");
    return new FaultCondition.Calls(
        fromOne(range.require("from")), range.get("to", FaultsSection::fromOne, Long.MAX_VALUE));
  }

  private static FaultCondition window(YamlValue value) {
    YamlMapping window = value.mapping("from", "to");
    return new FaultCondition.During(
        window.get("from", TimeReader::seconds, Duration.ZERO),
        TimeReader.seconds(window.require("to")));
  }

  /** A number is the one at the end of the session's name. */
  private static FaultCondition session(YamlValue value) {
    return value.isNumber()
        ? new FaultCondition.OnSessionNumber(fromOne(value))
        : new FaultCondition.OnSession(value.text());
  }

  /** A number from 1. */
  private static long fromOne(YamlValue value) {
    return value.integer(1, Long.MAX_VALUE);
  }

  /** Reads what a fault does. */
  static final class FaultEffectReader {
    static final KeyedReaders<FaultEffect> EFFECTS =
        new KeyedReaders<FaultEffect>()
            .put("fail", FaultEffectReader::fail)
            .put("delay", FaultEffectReader::delay)
            .put("slowStart", FaultEffectReader::slowStart)
            .put("stall", plain(new FaultEffect.Stall()))
            .put("shortBatch", v -> new FaultEffect.ShortBatch(v.number().doubleValue()))
            .put("emptyBatch", plain(new FaultEffect.EmptyBatch()))
            .put("loseSessions", v -> new FaultEffect.LoseSessions(TimeReader.millis(v)))
            .put("dropConnection", plain(new FaultEffect.DropConnection()))
            .put("goAway", plain(new FaultEffect.GoAway()))
            .put("restart", v -> new FaultEffect.Restart(TimeReader.millis(v)));

    private static final Set<Status.Code> ERRORS = EnumSet.complementOf(EnumSet.of(Status.Code.OK));

    private FaultEffectReader() {}

    /** An effect without parts: YAML wants a value, and true is the only one that makes sense. */
    private static Function<YamlValue, FaultEffect> plain(FaultEffect effect) {
      return value -> {
        if (!value.bool()) {
          throw value.mustBe("true; leave the fault out if it is not to be");
        }
        return effect;
      };
    }

    /** A status alone, or with its message and details. */
    private static FaultEffect fail(YamlValue value) {
      if (value.isScalar()) {
        return FaultEffect.Fail.with(status(value), "by plan");
      }
      YamlMapping parts = value.mapping("status", "message", "retryAfter", "resource");
      return new FaultEffect.Fail(
          status(parts.require("status")),
          parts.get("message", YamlValue::anyText, "by plan"),
          parts.get("retryAfter").map(TimeReader::millis),
          parts.get("resource").map(FaultEffectReader::resource));
    }

    /** A status other than OK. */
    static Status.Code status(YamlValue value) {
      return value.oneOf(value.text(), ERRORS, Status.Code::name);
    }

    private static FaultEffect.Resource resource(YamlValue value) {
      YamlMapping parts = value.mapping("type", "name");
      return new FaultEffect.Resource(
          parts.require("type").text(), parts.get("name", YamlValue::anyText, ""));
    }

    /** A fixed delay, or a fixed and a random part. */
    private static FaultEffect delay(YamlValue value) {
      if (value.isScalar()) {
        return new FaultEffect.Delay(TimeReader.millis(value), Duration.ZERO);
      }
      YamlMapping parts = value.mapping("fixed", "random");
      return new FaultEffect.Delay(
          parts.get("fixed", TimeReader::millis, Duration.ZERO),
          parts.get("random", TimeReader::millis, Duration.ZERO));
    }

    private static FaultEffect slowStart(YamlValue value) {
      YamlMapping parts = value.mapping("factor", "over");
      return new FaultEffect.SlowStart(
          parts.require("factor").number().doubleValue(), TimeReader.millis(parts.require("over")));
    }
  }
}
