package dev.ropewalk.task;

/** A lock that keeps nobody out. */
final class BrokenLock extends AdmissionLock {
    @Override
    void lock() {}

    @Override
    void release() {}
}
