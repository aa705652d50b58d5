package dev.ropewalk.task.run;

import dev.ropewalk.task.queue.AdmissionLock;

/** A lock that keeps nobody out. */
public final class BrokenLock extends AdmissionLock {
    @Override
    public void lock() {}

    @Override
    protected void release() {}
}
