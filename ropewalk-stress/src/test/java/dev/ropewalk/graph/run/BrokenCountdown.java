package dev.ropewalk.graph.run;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A {@link Countdown} that reads and writes in two steps: two arrive at once, and nobody or both are last. */
final class BrokenCountdown {
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    private final int[] left;

    BrokenCountdown(int[] dependencies) {
        left = dependencies;
    }

    boolean arrive(int action) {
        int before = (int) ELEMENT.getAcquire(left, action);
        ELEMENT.setRelease(left, action, before - 1);
        return before == 1;
    }
}
