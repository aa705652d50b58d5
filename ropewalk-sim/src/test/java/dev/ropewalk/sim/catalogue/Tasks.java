package dev.ropewalk.sim.catalogue;

import dev.ropewalk.sim.Simulation;
import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;

/** Starts threads whose code throws checked exceptions, and waits in them. */
final class Tasks {
    private Tasks() {}

    /** Code of a thread. */
    @FunctionalInterface
    interface Body {
        void run() throws Exception;
    }

    static Thread start(Simulation simulation, String name, Body body) {
        return start(new SimulatedThreads(simulation), name, body);
    }

    static Thread start(ThreadWorld world, String name, Body body) {
        return world.start(name, () -> run(body));
    }

    static void run(Body body) {
        try {
            body.run();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs code that holds a lock. Others may go first before it is locked. */
    static void locked(Lock lock, Body body) throws Exception {
        Points.before(lock);
        lock.lock();
        try {
            body.run();
        } finally {
            lock.unlock();
        }
    }

    /** Lets others go first until a condition holds. */
    @SuppressWarnings("ThreadPriorityCheck") // a simulated thread that polls must let others go on
    static void pollUntil(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.yield();
        }
    }
}
