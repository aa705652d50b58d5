package dev.ropewalk.lab.limits;

import java.util.concurrent.atomic.AtomicInteger;

/** What every task does: it computes, waits as for a remote answer, and computes again. Any number of threads may do it. */
final class Work {
    private final int fib;
    private final long sleepMillis;
    private final boolean counted;
    private final AtomicInteger done = new AtomicInteger();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    /** Keeps the compiler from dropping the computation. */
    private volatile long result;

    private Work(int fib, long sleepMillis, boolean counted) {
        this.fib = fib;
        this.sleepMillis = sleepMillis;
        this.counted = counted;
    }

    /** Returns work as arguments tell it: the Fibonacci number, the sleep, and whether to count what is in flight. */
    static Work of(String[] args, int at) {
        return new Work(Integer.parseInt(args[at]), Long.parseLong(args[at + 1]), Boolean.parseBoolean(args[at + 2]));
    }

    /** Does a task, all of which is bounded. */
    void whole() {
        enter();
        compute();
        sleep();
        compute();
        leave();
        done.getAndIncrement();
    }

    /** Does a task of which only the wait is bounded. */
    void around(Holder holder) {
        compute();
        holder.hold(this::held);
        compute();
        done.getAndIncrement();
    }

    /** Returns how many tasks are done. */
    int done() {
        return done.get();
    }

    /** Returns how many were in flight at once at most, 0 if that isn't counted. */
    int most() {
        return most.get();
    }

    private void held() {
        enter();
        sleep();
        leave();
    }

    private void enter() {
        if (counted) {
            most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
        }
    }

    private void leave() {
        if (counted) {
            inFlight.getAndDecrement();
        }
    }

    private void compute() {
        result = fibonacci(fib);
    }

    private static long fibonacci(int n) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    private void sleep() {
        try {
            Thread.sleep(sleepMillis);
        } catch (InterruptedException e) {
            throw new IllegalStateException("a task is never interrupted", e);
        }
    }

    @Override
    public String toString() {
        return done + " done, the last result " + result;
    }
}
