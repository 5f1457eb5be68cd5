package dev.sessionbench.study.calibrate;

/**
 * BatchCreateSessions requests that are sent at the same time, one after the other without waiting.
 *
 * @param sessions what each of them asks for, from 1
 * @param together how many there are, from 1
 */
public record Wave(int sessions, int together) {
  /** The sessions that it asks for in all. */
  public int cost() {
    return sessions * together;
  }

  @Override
  public String toString() {
    return sessions + " x " + together;
  }
}
