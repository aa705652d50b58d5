package dev.ropewalk.testing;

import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The stacks of threads, as a test that fails shows them. */
public final class Stacks {
    private Stacks() {}

    /** Returns the stacks of all platform threads. */
    public static String all() {
        return of(thread -> true);
    }

    /** Returns the stacks of some platform threads. */
    public static String of(Predicate<Thread> shown) {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(entry -> shown.test(entry.getKey()))
                .map(entry -> entry.getKey()
                        + Arrays.stream(entry.getValue())
                                .map(frame -> "\n    " + frame)
                                .collect(Collectors.joining()))
                .collect(Collectors.joining("\n"));
    }
}
