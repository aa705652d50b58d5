package dev.ropewalk.scheduler.worker;

import dev.ropewalk.scheduler.support.SchedulerOptions;
import org.jspecify.annotations.Nullable;

/**
 * A round of short turns for what waits at a worker, oldest first.
 *
 * <p>Turns are short so that the round is: all of them share {@code taskBudget} tasks, with one for each at least, and there
 * are at most {@value #MAX_TURNS}; what is left over comes first in the next round. Of eight turns the inbox gets six, so
 * that work from elsewhere is seen soon even when the worker has plenty, and the deque and the pinned strands one each, the
 * latter in turns from their two queues; where one has none left the others take its turns.
 *
 * <p>What fairness costs is measured: a turn has to load its strand's state into the cache, and so its tasks take longer than
 * the tasks between rounds did. The pause until the next round is {@value #SHARE} times as long as that excess, so that it
 * takes at most an eighth of the time, and {@code maxWait} at least. Hence the longest wait is about {@code maxWait} as long as
 * little waits, and grows with the number of waiting strands. An excess of more than {@value #LOAD_NANOS} nanoseconds a turn
 * isn't a cache's doing and doesn't count: those tasks are just longer.
 */
final class FairRound {
    static final int MAX_TURNS = 256;
    static final int SHARE = 7;
    private static final long LOAD_NANOS = 2_000;
    private static final int GUESSED_INBOX = 64;

    private final Worker worker;
    private final SchedulerOptions options;
    private int dequeLeft;
    private int pinnedLeft;
    private long tasksBefore;
    private long endOfLast;

    FairRound(Worker worker, SchedulerOptions options) {
        this.worker = worker;
        this.options = options;
        this.endOfLast = worker.now();
    }

    /** Makes the round; returns when the next one is due. */
    long make(long start) {
        long tasksAtStart = worker.stats.tasksBegun();
        int turns = giveTurns();
        long end = worker.now();
        long tasks = worker.stats.tasksBegun();
        long warm = (start - endOfLast) / Math.max(1, tasksAtStart - tasksBefore);
        long excess = end - start - warm * (tasks - tasksAtStart);
        tasksBefore = tasks;
        endOfLast = end;
        return end + Math.max(options.maxWaitNanos(), SHARE * Math.min(excess, turns * LOAD_NANOS));
    }

    private int giveTurns() {
        dequeLeft = worker.deque.size();
        pinnedLeft = worker.pinnedDeque.size();
        int waiting = dequeLeft
                + (worker.inbox.isEmpty() ? 0 : GUESSED_INBOX)
                + pinnedLeft
                + (worker.pinnedInbox.isEmpty() ? 0 : GUESSED_INBOX);
        int tasks = Math.max(1, options.taskBudget() / Math.max(1, waiting));
        for (int turn = 0; turn < MAX_TURNS; turn++) {
            Object item = next(turn);
            if (item == null) {
                return turn;
            }
            worker.giveTurn(item, tasks);
        }
        return MAX_TURNS;
    }

    private @Nullable Object next(int turn) {
        Object item = switch (turn & 15) {
            case 0, 8 -> fromDeque();
            case 4 -> worker.pinnedInbox.poll();
            case 12 -> fromPinnedDeque();
            default -> null;
        };
        if (item == null) {
            item = worker.inbox.poll();
        }
        if (item == null) {
            item = fromDeque();
        }
        if (item == null) {
            item = worker.pinnedInbox.poll();
        }
        return item != null ? item : fromPinnedDeque();
    }

    // Of the deques what was there when the round began: what turns leave over goes back and isn't for this round.

    private @Nullable Object fromDeque() {
        return dequeLeft-- > 0 ? worker.deque.pollOldest() : null;
    }

    private @Nullable Object fromPinnedDeque() {
        return pinnedLeft-- > 0 ? worker.pinnedDeque.pollOldest() : null;
    }
}
