package dev.ropewalk.demo.proxy;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Which ways from one node to another are cut. Any thread may ask and change it. */
public final class Cuts {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition healed = lock.newCondition();
    private final Set<Way> cut = new HashSet<>();
    private boolean over;

    private record Way(int from, int to) {}

    /** Begins without any. */
    public Cuts() {}

    /** Cuts the way from one node to another, in this direction only. */
    public void cut(int from, int to) {
        lock.lock();
        try {
            cut.add(new Way(from, to));
        } finally {
            lock.unlock();
        }
    }

    /** Opens the way from one node to another, in this direction only. */
    public void open(int from, int to) {
        lock.lock();
        try {
            cut.remove(new Way(from, to));
            healed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Opens all ways. */
    public void heal() {
        lock.lock();
        try {
            cut.clear();
            healed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether a way is cut. */
    public boolean isCut(int from, int to) {
        lock.lock();
        try {
            return cut.contains(new Way(from, to));
        } finally {
            lock.unlock();
        }
    }

    /** Waits until a way is open; returns false if nothing goes any way any more. */
    boolean awaitOpen(int from, int to) throws InterruptedException {
        lock.lock();
        try {
            var way = new Way(from, to);
            while (cut.contains(way) && !over) {
                healed.await();
            }
            return !over;
        } finally {
            lock.unlock();
        }
    }

    /** Lets whoever waits go. */
    void end() {
        lock.lock();
        try {
            over = true;
            healed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
