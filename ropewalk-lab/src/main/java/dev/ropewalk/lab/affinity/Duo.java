package dev.ropewalk.lab.affinity;

import dev.ropewalk.lab.experiment.Stopwatch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs the sides of a conversation, each in a thread of its own in its place, and measures how long it takes. */
final class Duo {
    private final Placement placement;
    private final CountDownLatch ready;
    private final CountDownLatch start = new CountDownLatch(1);
    private final CountDownLatch end;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final List<Thread> threads = new ArrayList<>();

    private Duo(Placement placement, int sides) {
        this.placement = placement;
        ready = new CountDownLatch(sides);
        end = new CountDownLatch(sides);
    }

    /**
     * Runs one or two sides.
     *
     * @return the time from when all were ready until all had ended
     * @throws IllegalStateException if one of them has failed
     */
    static Stopwatch run(Placement placement, Side... sides) throws InterruptedException {
        var duo = new Duo(placement, sides.length);
        for (int place = 0; place < sides.length; place++) {
            duo.add(place, sides[place]);
        }
        return duo.run();
    }

    private void add(int place, Side side) {
        threads.add(Thread.ofPlatform().name("lab-side-" + place).daemon().unstarted(() -> {
            try (var _ = placement.occupy(place);
                    Leg leg = side.open()) {
                ready.countDown();
                start.await();
                leg.run();
                end.countDown();
            } catch (Throwable e) {
                fail(e);
            }
        }));
    }

    private Stopwatch run() throws InterruptedException {
        try {
            threads.forEach(Thread::start);
            ready.await();
            Stopwatch watch = Stopwatch.start();
            start.countDown();
            end.await();
            watch.stop();
            for (Thread thread : threads) {
                thread.join();
            }
            Throwable cause = failure.get();
            if (cause != null) {
                throw new IllegalStateException("a side has failed: " + cause, cause);
            }
            return watch;
        } finally {
            threads.forEach(Thread::interrupt);
        }
    }

    private void fail(Throwable cause) {
        failure.compareAndSet(null, cause);
        threads.forEach(Thread::interrupt);
        for (CountDownLatch latch : List.of(ready, end)) {
            while (latch.getCount() > 0) {
                latch.countDown();
            }
        }
    }

    /** A side before its start. */
    @FunctionalInterface
    interface Side {
        /** Opens what the side needs, in its thread. */
        Leg open() throws Exception;
    }

    /** A side that is ready. */
    interface Leg extends AutoCloseable {
        /** Does the side's part. */
        void run() throws Exception;

        @Override
        void close() throws IOException;
    }
}
