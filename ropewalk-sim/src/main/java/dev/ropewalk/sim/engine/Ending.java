package dev.ropewalk.sim.engine;

import java.time.Duration;
import java.util.Collection;
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
 * @param places where the user code of those stands that wait for ever, or what tells apart what is left over or waits
 */
public record Ending(Kind kind, String message, @Nullable Throwable cause, Set<String> places) {
    private static final int MAX_TIMERS = 10;

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
        LEAKED,
        UNHANDLED,
        TOO_MANY_WAIT,
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

    static Ending tooManySteps(long steps, Collection<ArmedTimer> timers) {
        return new Ending(Kind.TOO_LONG, "the run took more than " + steps + " steps" + armed(timers), null);
    }

    static Ending tooLong(long nanos, Collection<ArmedTimer> timers) {
        String most = Duration.ofNanos(nanos).toString();
        return new Ending(
                Kind.TOO_LONG,
                "the run took more than " + most + " of virtual time; see maxTime" + armed(timers),
                null);
    }

    private static String armed(Collection<ArmedTimer> timers) {
        List<String> told = ArmedTimer.describe(timers);
        String more = told.size() > MAX_TIMERS ? "\n    and " + (told.size() - MAX_TIMERS) + " more" : "";
        return told.isEmpty()
                ? ""
                : "; these timers are armed:" + lines(told.subList(0, Math.min(told.size(), MAX_TIMERS))) + more;
    }

    private static String lines(List<String> each) {
        return each.stream().map(line -> "\n    " + line).collect(Collectors.joining());
    }

    static Ending deadlocked(List<String> parties, Set<String> places) {
        return new Ending(
                Kind.DEADLOCKED, "nothing can happen any more, but these wait:" + lines(parties), null, places);
    }

    static Ending left(Kind kind, String what, List<String> each, Set<String> places) {
        return new Ending(kind, what + lines(each), null, places);
    }

    static Ending unhandled(String what, String place) {
        return new Ending(Kind.UNHANDLED, what + "; see allHandled", null, Set.of(place));
    }

    static Ending tooManyWait(String what, String place) {
        return new Ending(Kind.TOO_MANY_WAIT, what + "; see maxWaiting", null, Set.of(place));
    }

    static Ending liveLocked(List<?> parties) {
        return new Ending(
                Kind.LIVELOCKED,
                "these poll for ever: " + parties.stream().map(Object::toString).collect(Collectors.joining(", ")),
                null);
    }

    /** Code has used the world as it mustn't. */
    static Ending uncontrolled(IllegalStateException misuse) {
        return uncontrolled(String.valueOf(misuse.getMessage()), misuse);
    }

    static Ending uncontrolled(String what, Throwable where) {
        return new Ending(Kind.UNCONTROLLED, what, where);
    }
}
