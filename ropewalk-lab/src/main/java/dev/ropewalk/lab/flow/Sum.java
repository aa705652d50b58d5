package dev.ropewalk.lab.flow;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/** The end of a program: it adds what comes, one call at a time, and somebody waits for it. */
final class Sum {
    private final CountDownLatch end = new CountDownLatch(1);
    private long sum;
    private @Nullable Throwable failure;

    void add(Integer number) {
        sum += number;
    }

    void addAll(List<Integer> batch) {
        sum += Steps.sum(batch);
    }

    void complete() {
        end.countDown();
    }

    void fail(Throwable cause) {
        failure = cause;
        end.countDown();
    }

    /** Returns the sum for the thread that has added. */
    long value() {
        return sum;
    }

    long await() throws InterruptedException {
        end.await();
        if (failure != null) {
            throw new IllegalStateException("a flow has failed: " + failure, failure);
        }
        return sum;
    }
}
