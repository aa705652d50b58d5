package dev.ropewalk.base;

/** {@link BriefLock} with a word that is looked at and then written. */
final class BrokenLock {
    private volatile boolean locked;

    void lock() {
        while (locked) {
            Thread.onSpinWait();
        }
        locked = true;
    }

    void unlock() {
        locked = false;
    }
}
