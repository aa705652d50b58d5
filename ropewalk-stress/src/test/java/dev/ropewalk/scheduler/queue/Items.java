package dev.ropewalk.scheduler.queue;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the proofs put into queues: integers; and what they say about those that came out. */
public final class Items {
    static final String ONCE = "once";

    private Items() {}

    public static QueueNode node(Integer item) {
        return new Node(item);
    }

    /** Adds up what was taken; null counts as nothing. Use powers of two, so that the sum tells which. */
    public static int sum(@Nullable Object... taken) {
        int sum = 0;
        for (Object item : taken) {
            sum += item == null ? 0 : (Integer) item;
        }
        return sum;
    }

    /** Says {@link #ONCE} if each of 1 to {@code count} was taken once, else what was. */
    public static String once(int count, @Nullable Object... taken) {
        int seen = 0;
        int some = 0;
        for (Object item : taken) {
            if (item != null) {
                seen |= 1 << (Integer) item;
                some++;
            }
        }
        return some == count && seen == (1 << (count + 1)) - 2 ? ONCE : Arrays.toString(taken);
    }

    /** As {@link #once} for 1 to 4, of which 1 must come before 2 and 3 before 4. */
    public static String onceInPairs(@Nullable Object... taken) {
        boolean inOrder = indexOf(1, taken) < indexOf(2, taken) && indexOf(3, taken) < indexOf(4, taken);
        return inOrder ? once(4, taken) : Arrays.toString(taken);
    }

    private static int indexOf(Integer item, @Nullable Object... taken) {
        for (int i = 0; i < taken.length; i++) {
            if (Objects.equals(taken[i], item)) {
                return i;
            }
        }
        return -1;
    }

    private static final class Node extends QueueNode {
        private final Integer item;

        Node(Integer item) {
            this.item = item;
        }

        @Override
        protected Object item() {
            return item;
        }
    }
}
