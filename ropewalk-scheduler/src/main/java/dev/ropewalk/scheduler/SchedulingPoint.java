package dev.ropewalk.scheduler;

import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.Objects;

/**
 * A place in production code at which a simulation may let other threads go first. Ropewalk's own operations are such places by
 * themselves. Code that shares a field, a lock or a collection of the JDK names its places by this, so that {@code ropewalk-sim} can
 * explore the orders in which its threads come there.
 *
 * {@snippet class="dev.ropewalk.scheduler.snippets.PointSnippets" region="point" :
 * int next() {
 *     SchedulingPoint.before(this);
 *     int seen = value;
 *     SchedulingPoint.before(this);
 *     value = seen + 1;
 *     return seen;
 * }
 * }
 *
 * <p>Thread-safe.
 */
public final class SchedulingPoint {
    private SchedulingPoint() {}

    /**
     * Announces that the calling thread is about to read or to change something that threads share. Outside of a simulation it does
     * nothing, and costs the read of a static field.
     *
     * <p>The caller should hold nothing that another thread polls for, since that thread may go on here for long. It may hold a lock.
     *
     * @param resource what is read or changed; places with different resources are taken to be independent of each other
     */
    public static void before(Object resource) {
        Steps.before(StepKind.ACCESS, Objects.requireNonNull(resource, "resource"));
    }
}
