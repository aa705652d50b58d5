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
    /** The class that gets the flaw, or one below it that inherits the place. */
    Class<?> in();

    /** The method of that class that gets it; empty for {@link Flaw#NOT_VOLATILE}. */
    String method() default "";

    /** The name of the method or access mode whose calls there are changed, all of them; or of the field. */
    String of();

    /** What becomes of these calls, or of the field. */
    Flaw flaw();

    /** Several flaws. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface All {
        BrokenBy[] value();
    }
}
