package dev.ropewalk.scheduler;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.testing.Sample;

/**
 * Looks for room at each depth of a stack, and then needs some. Says how often there was none, though the look had found it. Also a program of its own, for JVMs with other options.
 */
final class StackRoomProbe {
    private static final int ROUNDS = Sample.of(10, 30);
    private static final long STACK = 256 * 1024;

    private final Runnable look;
    private final int calls;
    private int overflowed;

    private StackRoomProbe(Runnable look, int calls) {
        this.look = look;
        this.calls = calls;
    }

    public static void main(String[] arguments) throws Exception {
        System.out.println(outcome());
    }

    /** Returns what came of all, for each size of room: interpreted frames of the calls that are made take about half of it. */
    static String outcome() throws InterruptedException {
        return "operation: " + new StackRoomProbe(StackRoom::require, 80).sweep() + ", end: "
                + new StackRoomProbe(StackRoom::requireToEnd, 40).sweep() + ", step: "
                + new StackRoomProbe(StackRoom::requireForStep, 20).sweep();
    }

    private String sweep() throws InterruptedException {
        for (int i = 0; i < ROUNDS; i++) {
            var thread = new Thread(null, this::toTheEnd, "deep", STACK);
            thread.start();
            thread.join();
        }
        return overflowed + " overflows";
    }

    private void toTheEnd() {
        try {
            descend();
        } catch (StackOverflowError expected) {
            return;
        }
        throw new AssertionError("a recursion without end has ended");
    }

    @SuppressWarnings("InfiniteRecursion") // on purpose
    private void descend() {
        if (hasRoom()) {
            try {
                int ignored = call(calls);
            } catch (StackOverflowError noRoom) {
                overflowed++;
            }
        }
        descend();
    }

    private boolean hasRoom() {
        try {
            look.run();
            return true;
        } catch (StackOverflowError noRoom) {
            return false;
        }
    }

    private static int call(int more) {
        return more == 0 ? 0 : call(more - 1) + 1;
    }
}
