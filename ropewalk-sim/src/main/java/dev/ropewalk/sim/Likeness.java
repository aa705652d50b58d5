package dev.ropewalk.sim;

import dev.ropewalk.sim.engine.Ending;
import dev.ropewalk.sim.oracle.PropertyViolation;
import java.util.Arrays;
import java.util.List;

/** Whether two runs fail by the same bug, as far as can be told: shrinking must not lead from a rare one to an easy one. */
final class Likeness {
    private static final int FRAMES = 3;

    /** Code that fails for others: in its frames all failures look alike. */
    private static final List<String> HELPERS =
            List.of("java.", "jdk.", "org.junit.", "org.opentest4j.", "org.assertj.", "org.hamcrest.", "kotlin.");

    private Likeness() {}

    /**
     * Returns whether another run fails as the first did: in the same kind of way; if something was thrown, of the same class and from
     * the same user code; if parties wait for ever, at no other places than in the first.
     */
    static boolean areAlike(Ending first, Ending other) {
        if (first.kind() != other.kind()) {
            return false;
        }
        Throwable thrown = first.cause();
        Throwable otherThrown = other.cause();
        if (thrown == null || otherThrown == null) {
            return thrown == null && otherThrown == null && first.places().containsAll(other.places());
        }
        return thrown.getClass().equals(otherThrown.getClass())
                && PropertyViolation.nameIn(thrown).equals(PropertyViolation.nameIn(otherThrown))
                && placeOf(thrown).equals(placeOf(otherThrown));
    }

    private static List<StackTraceElement> placeOf(Throwable thrown) {
        return Arrays.stream(stackOf(thrown))
                .filter(frame -> HELPERS.stream().noneMatch(frame.getClassName()::startsWith))
                .limit(FRAMES)
                .toList();
    }

    /** An exception of users may fail to tell its stack; then it has none. */
    private static StackTraceElement[] stackOf(Throwable thrown) {
        try {
            return thrown.getStackTrace();
        } catch (Throwable second) {
            return new StackTraceElement[0];
        }
    }
}
