package dev.ropewalk.actor.supervision;

import java.util.concurrent.atomic.AtomicBoolean;

/** {@link SystemMessageGate} without the fences between what each side writes and what it reads. */
final class BrokenSystemMessageGate {
    private final AtomicBoolean shut = new AtomicBoolean();
    private final AtomicBoolean awaited = new AtomicBoolean();

    void shut() {
        shut.set(true);
    }

    boolean open() {
        shut.setRelease(false);
        return awaited.getAcquire();
    }

    void await() {
        awaited.setRelease(true);
    }

    boolean isShut() {
        return shut.getAcquire();
    }
}
