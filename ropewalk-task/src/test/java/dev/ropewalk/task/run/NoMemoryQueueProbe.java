package dev.ropewalk.task.run;

import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.testing.FullHeap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A program whose task fills the heap: there is no memory to ask the budget for the next one, until some time later. */
final class NoMemoryQueueProbe {
    private static final FullHeap HEAP = new FullHeap();
    private static final long FULL_NANOS = 200_000_000;

    private static volatile boolean mayFill;
    private static volatile boolean isFull;

    private NoMemoryQueueProbe() {}

    public static void main(String[] arguments) throws Exception {
        Budget budget = Budget.builder().resource("memory", 10).build();
        BoundedExecutor executor = BoundedExecutor.builder(1)
                .budget(budget, Demand.of("memory", 1))
                .build();
        var begin = new CountDownLatch(1);
        executor.execute(() -> await(begin));
        executor.execute(NoMemoryQueueProbe::fillWhenAsked);
        Future<String> next = executor.submit(() -> "the next task has run");
        isFull = true;
        freeAfter(0); // so that it needs nothing more the next time
        isFull = false;
        begin.countDown();
        mayFill = true;
        freeAfter(FULL_NANOS);
        System.out.println(next.get(30, TimeUnit.SECONDS));
        executor.close();
    }

    private static void fillWhenAsked() {
        while (!mayFill) {
            Thread.onSpinWait();
        }
        HEAP.fill();
        isFull = true;
    }

    /** Frees the heap so long after it is full. */
    private static void freeAfter(long nanos) {
        while (!isFull) {
            Thread.onSpinWait();
        }
        long end = System.nanoTime() + nanos;
        do {
            LockSupport.parkNanos(nanos);
        } while (System.nanoTime() - end < 0);
        HEAP.close();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
