package dev.sessionbench.base.model;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Describes a component of a record in a configuration file: the one place for its key, range,
 * default and meaning.
 *
 * <p>On a record it gives the key that selects this record among several. On a static method of a
 * record it marks the reader of a form shorter than a mapping.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.RECORD_COMPONENT, ElementType.TYPE, ElementType.METHOD})
public @interface Key {
  /** What the key decides, as a phrase. */
  String is() default "";

  /** The key's name; if empty, the name of the component or the record. */
  String name() default "";

  /**
   * The range of a number, as an interval: {@code [0, 3600000] ms}. A time needs a unit, ms or s.
   */
  String range() default "";

  /** The default, as written in the file; if empty, the key is required. */
  String or() default "";
}
