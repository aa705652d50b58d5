package dev.ropewalk.actor.mailbox;

import dev.ropewalk.actor.MessagesDropped;
import dev.ropewalk.actor.event.MailboxOverflowEvent;
import dev.ropewalk.actor.support.SystemServices;
import dev.ropewalk.base.FlightRecorderState;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the messages that a full mailbox has dropped, and tells of them: of the first at once, of those that follow once in a
 * window of time.
 *
 * <p>Why none is left out: a drop is counted before its thread looks whether a window is open; when the window is over it is
 * closed before the count is looked at. So either the drop's thread opens the next window, or the count shows it. Only the thread that opened a window, and the end of the mailbox, report; what two report at once is told by one of them, as the exchange decides.
 *
 * <p>Why none waits for a window that doesn't end: its end is arranged before anything is told. If there is no memory for that, the window
 * is closed again, and the next drop tries it anew.
 */
final class DropReports {
    static final Duration WINDOW = Duration.ofSeconds(5);

    private final MailboxOwner<?> owner;
    private final AtomicLong total = new AtomicLong();
    private final AtomicLong told = new AtomicLong();
    private final AtomicBoolean windowOpen = new AtomicBoolean();

    DropReports(MailboxOwner<?> owner) {
        this.owner = owner;
    }

    /** Counts a message; may publish an event in the calling thread, outside of all locks. */
    void add() {
        total.incrementAndGet();
        owner.system().counts().drop();
        openWindow();
    }

    long total() {
        return total.get();
    }

    private void openWindow() {
        if (windowOpen.compareAndSet(false, true)) {
            arrangeEnd();
            tell();
        }
    }

    private void arrangeEnd() {
        SystemServices system = owner.system();
        try {
            system.asideLater(this::endWindow, WINDOW);
        } catch (Throwable noMemory) {
            windowOpen.set(false);
            throw noMemory;
        }
    }

    private void endWindow() {
        windowOpen.set(false);
        if (total.get() != told.get()) {
            openWindow();
        }
    }

    /** Publishes and logs what hasn't been told yet; returns whether there was anything. */
    boolean tell() {
        long all = total.get();
        long more = all - told.getAndAccumulate(all, Math::max);
        if (more <= 0) {
            return false;
        }
        SystemServices system = owner.system();
        system.events().publish(new MessagesDropped(owner, more, all));
        system.log(
                Level.WARNING,
                "the mailbox of " + owner.shownPath() + " was full: " + more + " messages were dropped, " + all
                        + " since the actor began");
        if (FlightRecorderState.isUsed()) {
            record(more, all);
        }
        return true;
    }

    private void record(long more, long all) {
        try {
            MailboxOverflowEvent.record(owner.path(), more, all);
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }
}
