package dev.sessionbench.base.model;

import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Assertions on what a user is refused. */
public final class Refusals {
  private Refusals() {}

  /** Requires bad input to be refused; what follows says in which words. */
  public static AbstractThrowableAssert<?, ? extends Throwable> refused(ThrowingCallable call) {
    return Assertions.assertThatThrownBy(call).isInstanceOf(BadInput.class);
  }
}
