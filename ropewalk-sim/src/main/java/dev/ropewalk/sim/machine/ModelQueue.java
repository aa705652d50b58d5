package dev.ropewalk.sim.machine;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.NoSuchElementException;
import java.util.Queue;

/**
 * The JDK's {@code LinkedBlockingQueue}, modelled, as its {@code ThreadPoolExecutor} uses it: one lock for each end, a count that
 * both ends change, and takers that wait for tasks.
 */
final class ModelQueue {
    private final Machine machine;
    private final ModelLock putLock;
    private final ModelLock takeLock;
    private final long count;
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final Deque<Integer> takers = new ArrayDeque<>();

    ModelQueue(Machine machine) {
        this.machine = machine;
        this.putLock = new ModelLock(machine);
        this.takeLock = new ModelLock(machine);
        this.count = machine.memory().allocateLines(Memory.LINE_BYTES);
    }

    void put(Runnable task) {
        putLock.lock();
        machine.atomic(count);
        boolean first = tasks.isEmpty();
        tasks.add(task);
        putLock.unlock();
        if (first) {
            takeLock.lock();
            signalAndUnlock();
        }
    }

    /** Takes the oldest task, or waits for one; throws if the machine is over. */
    Runnable take() {
        takeLock.lock();
        while (tasks.isEmpty()) {
            takers.add(machine.party());
            takeLock.unlock();
            machine.park();
            if (machine.isOver()) {
                throw new NoSuchElementException("the machine is over");
            }
            takeLock.lock();
        }
        machine.atomic(count);
        Runnable task = tasks.remove();
        if (tasks.isEmpty()) {
            takeLock.unlock();
        } else {
            signalAndUnlock();
        }
        return task;
    }

    private void signalAndUnlock() {
        Integer taker = tasks.isEmpty() ? null : takers.poll();
        takeLock.unlock();
        if (taker != null) {
            machine.unpark(taker);
        }
    }
}
