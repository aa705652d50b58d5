package dev.ropewalk.journal.flow;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Up to where a subscriber is done with what it was given, as far as its demand tells. One that asks for as much again as it is done
 * with has never more in hand and on request than was requested at most at one time. So of all that it was given or has requested, it is done with all but that
 * many. Demand without a bound tells nothing; then it is done with a record when its {@code onNext} has returned.
 *
 * <p>Used by the steps of one subscription.
 */
final class DoneRecords {
    /** Where numbers of records that were given, from 0, and their indices go on together. */
    private record Run(long number, long index) {
        long indexOf(long other) {
            return index + other - number;
        }
    }

    private final Deque<Run> runs = new ArrayDeque<>(); // a new one for each gap between indices
    private long given;
    private long done;

    /** Notes that a record is about to be given. */
    void give(long index) {
        Run last = runs.peekLast();
        if (last == null || last.indexOf(given) != index) {
            runs.add(new Run(given, index));
        }
        given++;
    }

    /**
     * Looks at the demand, when all that was taken so far has been given. Returns the index behind the last record that the subscriber
     * is done with, or -1 if that hasn't changed.
     *
     * @param requested how many records are requested and not given
     * @param mostRequested how many were requested at most at one time, up to when the last was given
     */
    long advance(long requested, long mostRequested) {
        long now = given;
        if (requested < Long.MAX_VALUE) {
            now -= Math.max(mostRequested, requested) - requested;
        }
        if (now <= done) {
            return -1;
        }
        done = now;
        Run run = runs.element();
        while (true) {
            Run ahead = second();
            if (ahead == null || ahead.number >= done) {
                return run.indexOf(done);
            }
            runs.remove();
            run = ahead;
        }
    }

    private @Nullable Run second() {
        var all = runs.iterator();
        Run ignored = all.next();
        return all.hasNext() ? all.next() : null;
    }
}
