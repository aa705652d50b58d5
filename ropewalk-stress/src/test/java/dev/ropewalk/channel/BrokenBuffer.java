package dev.ropewalk.channel;

import dev.ropewalk.base.BriefLock;

/** A channel with one place for an element, not zero, whose steps look at something before they take the lock to change it. */
final class BrokenBuffer extends BriefLock {
    private int element;
    private int undelivered;
    private volatile boolean failed;

    void trySend(int sent) {
        lock();
        element = sent;
        unlock();
    }

    boolean sendWithoutALookUnderTheLock(int sent) {
        if (failed) {
            return false;
        }
        trySend(sent);
        return true;
    }

    void replaceWithALookBefore(int sent) {
        undelivered += element;
        trySend(sent);
    }

    int tryReceive() {
        lock();
        int received = element;
        element = 0;
        unlock();
        return received;
    }

    void fail() {
        lock();
        failed = true;
        undelivered += element;
        element = 0;
        unlock();
    }

    void failAndLookBefore() {
        lock();
        failed = true;
        int left = element;
        unlock();
        lock();
        element = 0;
        unlock();
        undelivered += left;
    }

    int undelivered() {
        return undelivered;
    }
}
