package dev.ropewalk.scheduler.worker;

import java.util.concurrent.atomic.AtomicInteger;

/** {@link ParkWord} without the worker's fence. */
final class BrokenParkWord {
    private final AtomicInteger state = new AtomicInteger(ParkWord.AWAKE);

    void prepare() {
        state.setRelease(ParkWord.PARKED);
    }

    boolean wake() {
        return state.compareAndSet(ParkWord.PARKED, ParkWord.AWAKE);
    }
}
