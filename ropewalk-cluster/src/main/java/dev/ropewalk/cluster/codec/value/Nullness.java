package dev.ropewalk.cluster.codec.value;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;

/** Whether something may be null, as its annotations say: any whose name is {@code Nullable}. */
public final class Nullness {
    private Nullness() {}

    /** Returns whether an element is annotated so itself. */
    public static boolean isNullable(AnnotatedElement element) {
        return Arrays.stream(element.getAnnotations())
                .map(Annotation::annotationType)
                .anyMatch(type -> type.getSimpleName().equals("Nullable"));
    }
}
