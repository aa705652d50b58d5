package dev.ropewalk.graph.run;

import dev.ropewalk.graph.GraphEvent;
import dev.ropewalk.graph.GraphListener;
import java.lang.System.Logger.Level;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tells a listener of events, one at a time and in order, in a thread of its own. The count of events that it hasn't been told of
 * decides which thread does: the one that raises it from zero starts a thread, which goes on until it has brought the count back
 * to zero. So there is one such thread at most, and none while nothing happens.
 */
final class EventQueue {
    private final GraphListener listener;
    private final RunThreads threads;
    private final RunLog log;
    private final ConcurrentLinkedQueue<GraphEvent> events = new ConcurrentLinkedQueue<>();
    private final AtomicInteger untold = new AtomicInteger();

    EventQueue(GraphListener listener, RunThreads threads, RunLog log) {
        this.listener = listener;
        this.threads = threads;
        this.log = log;
    }

    void add(GraphEvent event) {
        events.add(event);
        if (untold.getAndIncrement() == 0) {
            startTelling();
        }
    }

    /** A scheduler that has closed has no threads any more, but the JDK has; without any the caller does it. */
    private void startTelling() {
        try {
            threads.start(this::tellAll);
        } catch (Throwable closed) {
            try {
                RunThreads.unscheduled().start(this::tellAll);
            } catch (Throwable noThread) {
                tellAll();
            }
        }
    }

    private void tellAll() {
        int told;
        do {
            told = 0;
            for (GraphEvent event = events.poll(); event != null; event = events.poll()) {
                tell(event);
                told++;
            }
        } while (untold.addAndGet(-told) > 0);
    }

    private void tell(GraphEvent event) {
        try {
            listener.onEvent(event);
        } catch (Throwable broken) {
            log.log(Level.ERROR, () -> "its listener failed, told of " + event, broken);
        }
    }
}
