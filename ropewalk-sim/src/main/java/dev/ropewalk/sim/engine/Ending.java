package dev.ropewalk.sim.engine;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Why a world has ended.
 *
 * @param kind what happened
 * @param message what happened, in a sentence
 * @param cause what was thrown, if anything
 * @param places where the user code of those stands that wait, if they wait for ever
 */
public record Ending(Kind kind, String message, @Nullable Throwable cause, Set<String> places) {
    /** Makes an ending that reads the same in each repetition. */
    public Ending {
        message = StableText.of(message);
    }

    private Ending(Kind kind, String message, @Nullable Throwable cause) {
        this(kind, message, cause, Set.of());
    }

    /** What can end a world. */
    public enum Kind {
        DONE,
        FAILED,
        DEADLOCKED,
        LIVELOCKED,
        TOO_LONG,
        UNCONTROLLED,
        GIVEN_UP
    }

    /** Returns whether the run has failed. */
    public boolean hasFailed() {
        return kind != Kind.DONE && kind != Kind.GIVEN_UP;
    }

    /** The body has ended and the world is at rest. */
    public static Ending done() {
        return new Ending(Kind.DONE, "done", null);
    }

    /** User code has failed. */
    public static Ending failed(Throwable thrown) {
        return new Ending(Kind.FAILED, textOf(thrown), thrown);
    }

    /** Returns what a thrown object of users says of itself; the name of its class, if it fails to. */
    private static String textOf(Throwable thrown) {
        String name = thrown.getClass().getName();
        try {
            return Objects.requireNonNullElse(thrown.toString(), name);
        } catch (Throwable second) {
            return name + ", whose toString() has thrown " + second.getClass().getName();
        }
    }

    /** The run can't show what other runs don't. */
    static Ending givenUp() {
        return new Ending(Kind.GIVEN_UP, "given up", null);
    }

    static Ending tooManySteps(long steps) {
        return new Ending(Kind.TOO_LONG, "the run took more than " + steps + " steps", null);
    }

    static Ending tooLong(long nanos) {
        return new Ending(
                Kind.TOO_LONG,
                "the run took more than " + Duration.ofNanos(nanos) + " of virtual time; see maxTime",
                null);
    }

    static Ending deadlocked(List<String> parties, Set<String> places) {
        return new Ending(
                Kind.DEADLOCKED,
                "nothing can happen any more, but these wait:"
                        + String.join(
                                "",
                                parties.stream().map(party -> "\n    " + party).toList()),
                null,
                places);
    }

    static Ending liveLocked(List<?> parties) {
        return new Ending(
                Kind.LIVELOCKED,
                "these poll for ever: " + parties.stream().map(Object::toString).collect(Collectors.joining(", ")),
                null);
    }

    static Ending uncontrolled(String what, Throwable where) {
        return new Ending(Kind.UNCONTROLLED, what, where);
    }
}
