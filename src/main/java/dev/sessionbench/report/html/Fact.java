package dev.sessionbench.report.html;

/**
 * One line of a list of facts.
 *
 * @param name what it is about
 * @param value what is the case
 */
public record Fact(String name, String value) {}
