package dev.ropewalk.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has calls of a bean's method, or of all its methods, need a permit of a limiter. A call that gets none within the limiter's {@code
 * max-wait} is refused by a {@link LimitExceededException}.
 *
 * {@snippet class="dev.ropewalk.spring.snippets.SpringSnippets" region="limited" :
 * @Limited("search")
 * List<String> find(String words) {
 *     return index.find(words);
 * }
 * }
 *
 * <p>The permit is held until the method has returned; where that returns a {@link java.util.concurrent.CompletionStage}, until
 * that is complete. A method that returns any other {@link java.util.concurrent.Future} or a publisher is refused when the application
 * starts, and so is the name of a limiter that there isn't, and a method with its own annotation that is private, static or final. A call of a bean's own method by {@code this} isn't limited, as with all annotations
 * that work by proxies. The annotation may be that of an interface, such as a repository's that has no class of its own.
 */
@Documented
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Limited {
    /** The name of the limiter, one of {@link Limiters}. */
    String value();
}
