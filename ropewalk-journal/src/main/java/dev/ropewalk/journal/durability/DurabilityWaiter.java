package dev.ropewalk.journal.durability;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.journal.JournalClosedException;
import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalException;
import dev.ropewalk.journal.JournalFormatException;
import dev.ropewalk.journal.JournalIoException;
import dev.ropewalk.journal.JournalPoisonedException;
import dev.ropewalk.scheduler.park.Parking;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A waiter for the moment when everything before a position is durable. */
public abstract sealed class DurabilityWaiter {
    /** The position of a waiter for all that is claimed when the flusher sees it. */
    static final long EVERYTHING = Long.MAX_VALUE;

    /** Set by the flusher alone once it has the waiter. */
    long end;

    /** The waiter that came before this; ordered by the compare-and-set that links it. */
    @Nullable
    DurabilityWaiter next;

    DurabilityWaiter(long end) {
        this.end = end;
    }

    /** Returns the same failure with the stack of the thread that is told. */
    public static JournalException again(JournalException failure) {
        String message = String.valueOf(failure.getMessage());
        return switch (failure) {
            case JournalPoisonedException _ -> new JournalPoisonedException(message, failure);
            case JournalClosedException _ -> new JournalClosedException(message);
            case JournalCorruptException corrupt -> corrupt;
            case JournalFormatException format -> format;
            case JournalIoException _ -> new JournalIoException(message, failure);
            default -> new JournalException(message, failure);
        };
    }

    /** A thread that waits. */
    static final class OfThread extends DurabilityWaiter {
        private final Thread thread = Thread.currentThread();
        private volatile boolean done;
        private @Nullable JournalException failure;

        OfThread(long end) {
            super(end);
        }

        /** Parks until it is done. The record is in the journal whatever happens, so an interrupt is kept for later. */
        void await() {
            boolean interrupted = false;
            while (!done) {
                Parking.park(this, Parking.FOREVER);
                interrupted |= Thread.interrupted();
            }
            if (interrupted) {
                thread.interrupt();
            }
            if (failure != null) {
                throw again(failure);
            }
        }

        void finish(@Nullable JournalException why) {
            failure = why;
            done = true;
            Parking.unpark(thread);
        }
    }

    /** A future, or nothing: a force that is asked for and isn't waited for. */
    static final class OfFuture extends DurabilityWaiter {
        private static final VarHandle FOLLOWING = VarHandles.of(MethodHandles.lookup(), "following", OfFuture.class);

        /** Why it fails; null if all is durable. Set before it is told. */
        @Nullable
        JournalException failure;

        private final @Nullable CompletableFuture<Long> future;
        private final long index;
        // The future to tell after this; belongs to FutureTeller.
        private volatile @Nullable OfFuture following;

        OfFuture(long end, long index, CompletableFuture<Long> future) {
            super(end);
            this.index = index;
            this.future = future;
        }

        OfFuture(long end) {
            super(end);
            this.index = 0;
            this.future = null;
        }

        /** Links the next one, or none, while no teller sees this. */
        void linkBeforehand(@Nullable OfFuture next) {
            following = next;
        }

        /** Links the next one unless another is linked. */
        boolean follow(OfFuture next) {
            return FOLLOWING.compareAndSet(this, null, next);
        }

        /** Returns the next one, once it is linked. */
        OfFuture following() {
            return Objects.requireNonNull(following, "following");
        }

        void finish() {
            if (future == null) {
                return;
            }
            if (failure == null) {
                future.complete(index);
            } else {
                future.completeExceptionally(again(failure));
            }
        }
    }
}
