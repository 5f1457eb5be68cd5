package dev.sessionbench.base.model;

import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Assertions about rejected user input. */
public final class Refusals {
  private Refusals() {}

  /** Asserts that bad input is rejected; the caller checks the message. */
  public static AbstractThrowableAssert<?, ? extends Throwable> refused(ThrowingCallable call) {
    return Assertions.assertThatThrownBy(call).isInstanceOf(BadInput.class);
  }
}
