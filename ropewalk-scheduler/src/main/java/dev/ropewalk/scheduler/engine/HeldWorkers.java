package dev.ropewalk.scheduler.engine;

import dev.ropewalk.scheduler.StuckWorker;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The stacks of workers that are held up, for a log. Workers with the same stack share one entry, and only so many different
 * stacks are told: a hundred workers that wait at one place make a few lines. Not thread-safe.
 */
final class HeldWorkers {
    static final int MAX_STACKS = 8;

    private final Map<List<StackTraceElement>, Group> groups = new LinkedHashMap<>();

    /** The workers at one place: how the first is held, and the names of the first and of the last. */
    private static final class Group {
        private final String how;
        private final StuckWorker first;
        private String last;
        private int count = 1;

        Group(String how, StuckWorker first) {
            this.how = how;
            this.first = first;
            this.last = first.worker();
        }

        void add(StuckWorker worker) {
            last = worker.worker();
            count++;
        }

        void appendTo(StringBuilder text) {
            text.append('\n').append(how).append(": ");
            if (count == 1) {
                text.append(first);
                return;
            }
            text.append(count).append(" workers, \"").append(first.worker());
            text.append("\" to \"").append(last).append("\", all here:");
            first.stack().forEach(frame -> text.append("\n\tat ").append(frame));
        }
    }

    /** Adds a worker, and in words how it is held. */
    void add(String how, StuckWorker worker) {
        Group group = groups.get(worker.stack());
        if (group == null) {
            groups.put(worker.stack(), new Group(how, worker));
        } else {
            group.add(worker);
        }
    }

    /** Returns a line for each different stack, its frames, and how many were left out; each line begins with a line break. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        int told = 0;
        int leftOut = 0;
        for (Group group : groups.values()) {
            if (told < MAX_STACKS) {
                group.appendTo(text);
                told++;
            } else {
                leftOut += group.count;
            }
        }
        if (leftOut > 0) {
            text.append("\nand ").append(leftOut).append(" more workers, with ");
            text.append(groups.size() - MAX_STACKS).append(" other stacks");
        }
        return text.toString();
    }
}
