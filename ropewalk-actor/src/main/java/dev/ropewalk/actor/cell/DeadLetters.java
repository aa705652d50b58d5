package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.EventStream;
import dev.ropewalk.actor.event.DeadLetterEvent;
import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.scheduler.step.Steps;
import java.util.concurrent.atomic.LongAdder;

/** Where messages end that no actor handles: on the event stream and in the log. Any thread may add one. */
public final class DeadLetters {
    private final LongAdder count = new LongAdder();
    private final EventStream events;
    private final DeadLetterLog log;

    public DeadLetters(EventStream events, DeadLetterLog log) {
        this.events = events;
        this.log = log;
    }

    /**
     * Publishes and logs a dead letter. If the message is one itself, on its way to a subscriber that has stopped, it ends
     * here: it is in the log, and to publish it again might go on for ever.
     */
    void add(DeadLetter letter) {
        if (letter.message() instanceof DeadLetter) {
            return;
        }
        count.increment();
        Steps.noteUnhandled(letter.message(), letter.recipient(), letter.reason());
        events.publish(letter);
        log.add(letter);
        if (FlightRecorderState.isUsed()) {
            record(letter);
        }
    }

    private static void record(DeadLetter letter) {
        try {
            DeadLetterEvent.record(
                    letter.recipient().path(),
                    letter.message().getClass().getName(),
                    letter.reason().name());
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }

    /** Returns how many there have been, those left out that were dead letters themselves. */
    public long count() {
        return count.sum();
    }

    /** Logs what the log has held back. */
    public void flush() {
        log.flush();
    }
}
