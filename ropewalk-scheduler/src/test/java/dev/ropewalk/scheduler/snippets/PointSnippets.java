package dev.ropewalk.scheduler.snippets;

import dev.ropewalk.scheduler.SchedulingPoint;

/** The example of {@link SchedulingPoint}. */
@SuppressWarnings("unused") // it shows what can be written
final class PointSnippets {
    private int value;

    // @start region="point" :
    int next() {
        SchedulingPoint.before(this);
        int seen = value;
        SchedulingPoint.before(this);
        value = seen + 1;
        return seen;
    }
    // @end
}
