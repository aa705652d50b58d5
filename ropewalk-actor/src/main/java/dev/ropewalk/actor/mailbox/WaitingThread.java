package dev.ropewalk.actor.mailbox;

import dev.ropewalk.actor.SendInterruptedException;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.Steps;
import org.jspecify.annotations.Nullable;

/** A thread that is parked until its message is in. */
final class WaitingThread extends CapacityWaiter {
    private static final long NO_LIMIT = Long.MAX_VALUE;

    private final Thread thread = Thread.currentThread();
    private final MailboxOwner<?> recipient;
    private final Scheduler scheduler;
    private final long nanos;

    private WaitingThread(Object message, @Nullable MailboxOwner<?> sender, MailboxOwner<?> recipient, long nanos) {
        super(message, sender, recipient);
        this.recipient = recipient;
        this.scheduler = recipient.system().scheduler();
        this.nanos = nanos;
    }

    /** Makes a wait until there is room. */
    static WaitingThread forEver(Object message, @Nullable MailboxOwner<?> sender, MailboxOwner<?> recipient) {
        return new WaitingThread(message, sender, recipient, NO_LIMIT);
    }

    /** Makes a wait of limited time. It is part of no cycle, since it goes on by itself. */
    static WaitingThread atMost(long nanos, Object message, MailboxOwner<?> recipient) {
        return new WaitingThread(message, null, recipient, nanos);
    }

    /**
     * Waits; returns whether the message is in.
     *
     * @throws SendInterruptedException if the thread was interrupted first
     */
    boolean await(AdmissionQueue admission) {
        if (isWaiting()) {
            try {
                scheduler.blocking(() -> {
                    park(admission);
                    return isIn();
                });
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        return isIn();
    }

    private void park(AdmissionQueue admission) {
        long deadline = nanos == NO_LIMIT ? 0 : scheduler.nanoTime() + nanosUnlessStruck();
        while (isWaiting()) {
            if (thread.isInterrupted() && admission.withdraw(this)) {
                throw new SendInterruptedException("interrupted while waiting for room in the mailbox of "
                        + recipient.path() + ", which holds " + admission.taken() + " messages");
            }
            if (nanos == NO_LIMIT) {
                scheduler.park(admission);
                continue;
            }
            long left = deadline - scheduler.nanoTime();
            if (left <= 0) {
                admission.withdraw(this);
            } else {
                scheduler.parkNanos(admission, left);
            }
        }
    }

    private long nanosUnlessStruck() {
        return Steps.isStruck(FaultKind.CANCELLED_WAIT, recipient) ? 0 : nanos;
    }

    @Override
    boolean endsWithActor() {
        return nanos != NO_LIMIT;
    }

    @Override
    void settled() {
        scheduler.unpark(thread);
    }
}
