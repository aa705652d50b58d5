package dev.ropewalk.base;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a class whose methods return a changed copy: a call whose result is dropped does nothing. ErrorProne and other checkers know
 * the annotation by its simple name and refuse such a call, here and in the code of users.
 */
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
public @interface CheckReturnValue {}
