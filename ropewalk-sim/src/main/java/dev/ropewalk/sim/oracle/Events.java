package dev.ropewalk.sim.oracle;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The calls and returns of operations in a list from which a search takes those that it has put into its order, and to which it
 * gives them back, the last first. A position is that of an event; 0 is before all of them, and {@link #END} after.
 */
final class Events {
    static final int END = -1;

    private final int[] operations;
    private final boolean[] returns;
    private final int[] next;
    private final int[] previous;
    private final int[] returnOf;

    Events(List<? extends RecordedOperation<?, ?>> all) {
        int[][] sorted = IntStream.range(0, all.size())
                .boxed()
                .flatMap(index -> IntStream.of(
                                all.get(index).invoked(), all.get(index).returned())
                        .filter(event -> event != RecordedOperation.NEVER)
                        .mapToObj(event -> new int[] {event, index}))
                .sorted(Comparator.comparingInt(event -> event[0]))
                .toArray(int[][]::new);
        int count = sorted.length + 1;
        operations = new int[count];
        returns = new boolean[count];
        next = new int[count];
        previous = new int[count];
        returnOf = new int[all.size()];
        Arrays.fill(returnOf, END);
        operations[0] = -1;
        for (int i = 0; i < count; i++) {
            next[i] = i + 1 < count ? i + 1 : END;
            previous[i] = i - 1;
            if (i > 0) {
                operations[i] = sorted[i - 1][1];
                returns[i] = sorted[i - 1][0] == all.get(operations[i]).returned();
                if (returns[i]) {
                    returnOf[operations[i]] = i;
                }
            }
        }
    }

    int next(int event) {
        return next[event];
    }

    int operation(int event) {
        return operations[event];
    }

    boolean isReturn(int event) {
        return returns[event];
    }

    /** Takes a call and its return out. */
    void take(int call) {
        unlink(call);
        int end = returnOf[operations[call]];
        if (end != END) {
            unlink(end);
        }
    }

    /** Gives back what was taken last. */
    void giveBack(int call) {
        int end = returnOf[operations[call]];
        if (end != END) {
            link(end);
        }
        link(call);
    }

    private void unlink(int event) {
        next[previous[event]] = next[event];
        if (next[event] != END) {
            previous[next[event]] = previous[event];
        }
    }

    private void link(int event) {
        next[previous[event]] = event;
        if (next[event] != END) {
            previous[next[event]] = event;
        }
    }
}
