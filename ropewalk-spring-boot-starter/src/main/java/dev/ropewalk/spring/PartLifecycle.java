package dev.ropewalk.spring;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.Function;
import org.springframework.context.SmartLifecycle;

/**
 * Ends a part when its context stops, while all beans are still there: after the web server, which first lets its requests end. Executors
 * end before the actors, and these before the scheduler that runs both.
 *
 * <p>What has ended doesn't begin again. So a pause of the context leaves it alone, and a start after a stop is refused.
 */
final class PartLifecycle implements SmartLifecycle {
    /** Below that of web servers, which stop at 2048 below the highest. */
    private static final int FIRST_PHASE = DEFAULT_PHASE - 3072;

    private static final System.Logger LOG = System.getLogger("dev.ropewalk.spring");

    private final String part;
    private final Order order;
    private final Duration timeout;
    private final Function<? super Duration, String> close;
    private volatile boolean running;
    private volatile boolean ended;

    /** Which parts end first. */
    enum Order {
        EXECUTORS(FIRST_PHASE),
        ACTORS(FIRST_PHASE - 1),
        SCHEDULERS(FIRST_PHASE - 2);

        private final int phase;

        Order(int phase) {
            this.phase = phase;
        }
    }

    /**
     * Makes the lifecycle of a part that runs.
     *
     * @param part what it is called in messages
     * @param timeout how long it may take to end
     * @param close ends it, and returns what was left undone, blank if nothing was
     */
    PartLifecycle(String part, Order order, Duration timeout, Function<? super Duration, String> close) {
        this.part = part;
        this.order = order;
        this.timeout = timeout;
        this.close = close;
    }

    @Override
    public void start() {
        if (ended) {
            throw new IllegalStateException(part
                    + " has ended with the stop of its context, and can't be started again:" + " make a new context");
        }
        running = true;
    }

    @Override
    public void stop() {
        ended = true;
        try {
            String left = close.apply(timeout);
            if (!left.isBlank()) {
                LOG.log(Level.WARNING, part + " was closed within " + timeout + " with work left: " + left);
            }
        } finally {
            running = false;
        }
    }

    /** Doesn't hold up other parts of the phase, nor the context for longer than that waits for a phase. */
    @Override
    public void stop(Runnable callback) {
        var ignored = Thread.ofPlatform().daemon().name("ropewalk-shutdown").start(() -> {
            try {
                stop();
            } finally {
                callback.run();
            }
        });
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public boolean isPauseable() {
        return false;
    }

    @Override
    public int getPhase() {
        return order.phase;
    }

    @Override
    public String toString() {
        return "the end of " + part;
    }
}
