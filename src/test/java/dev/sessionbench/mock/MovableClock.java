package dev.sessionbench.mock;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that stands until a test moves it. */
public class MovableClock implements InstantSource {
  private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

  @Override
  public Instant instant() {
    return now;
  }

  public void advance(Duration time) {
    now = now.plus(time);
  }
}
