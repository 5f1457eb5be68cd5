package dev.sessionbench.base.model;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Says how a component of a record stands in a configuration file: the one place for its key,
 * range, default and meaning.
 *
 * <p>On a record it names the key by which one of several records is chosen. On a static method of
 * a record it reads what is shorter than a mapping.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.TYPE, ElementType.METHOD})
public @interface Key {
  /** What it decides, as a phrase. */
  String is() default "";

  /** Its name; that of the component or the record where it is empty. */
  String name() default "";

  /**
   * What a number may be, as an interval: {@code [0, 3600000] ms}. A time needs a unit, ms or s.
   */
  String range() default "";

  /** The default as it would stand in the file; without one the key must be there. */
  String or() default "";
}
