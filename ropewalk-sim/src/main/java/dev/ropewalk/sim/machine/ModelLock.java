package dev.ropewalk.sim.machine;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The JDK's {@code ReentrantLock} without fairness, modelled: a thread that finds it taken tries again once, then waits in line;
 * the first in line is woken when the lock is given back, finds it taken again if another thread was faster, and then looks for
 * longer and longer before it sleeps again.
 */
final class ModelLock {
    private static final int MAX_LOOKS = 255;

    private final Machine machine;
    private final long address;
    private final Deque<Integer> line = new ArrayDeque<>();
    private boolean taken;
    /** Whether the first in line sleeps or is about to, and wasn't woken. */
    private boolean mustWakeFirst;

    ModelLock(Machine machine) {
        this.machine = machine;
        this.address = machine.memory().allocateLines(Memory.LINE_BYTES);
    }

    void lock() {
        if (tryLock(1)) {
            return;
        }
        int self = machine.party();
        line.add(self);
        mustWakeFirst |= line.size() == 1;
        int looks = 0;
        while (!machine.isOver()) {
            if (line.element() == self && tryLock(looks)) {
                line.remove();
                mustWakeFirst = true;
                return;
            }
            mustWakeFirst |= line.element() == self;
            machine.park();
            looks = Math.min(MAX_LOOKS, 2 * looks + 1);
        }
    }

    /** Tries once, and so many times more. */
    private boolean tryLock(int more) {
        for (int again = 0; again < more; again++) {
            if (tryLock()) {
                return true;
            }
            machine.spend(machine.costs().spin());
        }
        return tryLock();
    }

    private boolean tryLock() {
        machine.atomic(address);
        if (taken) {
            return false;
        }
        taken = true;
        return true;
    }

    void unlock() {
        machine.atomic(address);
        taken = false;
        if (!line.isEmpty() && mustWakeFirst) {
            mustWakeFirst = false;
            machine.unpark(line.element());
        }
    }
}
