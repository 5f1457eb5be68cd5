package dev.sessionbench.study.diagnosis;

/**
 * What the figures say of one cause.
 *
 * @param cause the cause
 * @param state whether it is there
 * @param evidence by which figures, in one sentence without its full stop
 */
public record Finding(Cause cause, State state, String evidence) {
  /** Whether a cause is there. */
  public enum State {
    /** It is. */
    FOUND,
    /** The figures that would show it do not. */
    RULED_OUT,
    /** Figures that would show it are missing. */
    UNKNOWN
  }

  static Finding found(Cause cause, String evidence) {
    return new Finding(cause, State.FOUND, evidence);
  }

  static Finding ruledOut(Cause cause, String evidence) {
    return new Finding(cause, State.RULED_OUT, evidence);
  }

  static Finding unknown(Cause cause, String evidence) {
    return new Finding(cause, State.UNKNOWN, evidence);
  }
}
