package dev.ropewalk.stress;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes the broken twin of a proof: the same proof with production code whose bytecode has a flaw. The proof must then show a
 * forbidden outcome. Such a twin doesn't drift: it is the production class but for the named place, and the test fails when the
 * class has no such place any longer.
 *
 * <p>With several of these annotations the twin has all their flaws.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Repeatable(BrokenBy.All.class)
public @interface BrokenBy {
    /**
     * The class that gets the flaw, or one below it that inherits the place. It may be the proof itself, where production code leaves
     * the place to its callers, such as the store that a publication comes after.
     */
    Class<?> in();

    /**
     * The method of that class that gets it, and all its overloads that have the place; empty for {@link Flaw#NOT_VOLATILE} and
     * {@link Flaw#NOT_SYNCHRONIZED}. A lambda is a method, too, such as {@code lambda$run$0}.
     */
    String method() default "";

    /**
     * The name of the method, access mode or field whose calls, reads or writes there are changed, all that the flaw fits; or of the
     * field or method that loses its modifier.
     */
    String of();

    /** What becomes of them. */
    Flaw flaw();

    /** Several flaws. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface All {
        BrokenBy[] value();
    }
}
