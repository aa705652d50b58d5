package dev.ropewalk.pipeline.publish;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.pipeline.Translator;
import dev.ropewalk.pipeline.capacity.CapacityWaiter;
import dev.ropewalk.pipeline.sequence.Sequencer;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.Steps;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A publication that goes on in its executor when there is room.
 *
 * <p>Why one thread at a time is about it. The thread that begins it is, until it stands behind another one or waits. The thread that takes
 * that one out of the queue begins it again. Whoever takes a {@link Wait} goes on; that is one thread, by a compare-and-set, even if an
 * executor runs what it is given twice, or throws though it will run it.
 */
final class AsyncPublication<E> {
    final Executor executor;

    /** The next in the queue. Guarded by the lock of the {@link AsyncQueues}. */
    @Nullable
    AsyncPublication<E> behind;

    /** Whether it stands in a queue. */
    boolean isQueued;

    private final Publisher<E> publisher;
    private final Translator<? super E> translator;
    private final CompletableFuture<Long> result;

    /** Its last wait, unless it has claimed since. */
    private @Nullable Wait wait;

    AsyncPublication(
            Publisher<E> publisher,
            Translator<? super E> translator,
            Executor executor,
            CompletableFuture<Long> result) {
        this.publisher = publisher;
        this.translator = translator;
        this.executor = executor;
        this.result = result;
    }

    /** Publishes, or waits: called once, by the thread that publishes. */
    void begin() {
        boolean goesOn = true;
        try {
            if (publisher.mustWait(executor)) {
                publisher.checkMayWait();
                goesOn = enterQueue();
            }
        } catch (Throwable e) {
            end(e);
            return;
        }
        if (goesOn) {
            goOn();
        }
    }

    private void goOn() {
        try {
            while (!result.isDone()) {
                if (publishIfRoom() || !enterQueue() || waitUnlessRoom()) {
                    return;
                }
            }
        } catch (Throwable e) {
            end(e);
            return;
        }
        leaveRoom();
        passOn(leaveQueue());
    }

    private boolean publishIfRoom() {
        long sequence = publisher.tryClaiming(1);
        if (sequence == Sequencer.FULL) {
            return false;
        }
        wait = null;
        AsyncPublication<E> next = leaveQueue();
        try {
            publisher.fill(sequence, translator);
        } finally {
            passOn(next);
        }
        result.complete(sequence);
        return true;
    }

    /** Waits, unless there is room. Returns whether this thread is no longer about it. */
    private boolean waitUnlessRoom() {
        Wait its = nextWait();
        try {
            return publisher.enterRoom(its) || !its.take();
        } catch (Throwable e) {
            its.end(e);
            return true;
        }
    }

    /** Begins again what has come to the head of its queue. It goes on in its executor; if it has ended instead, the next is begun. */
    private static <E> void passOn(@Nullable AsyncPublication<E> first) {
        AsyncPublication<E> next = first;
        while (next != null) {
            next = next.waitInTurn();
        }
    }

    /** Waits, to be woken even if there is room. Returns the next if it has ended instead. */
    private @Nullable AsyncPublication<E> waitInTurn() {
        Wait its = null;
        try {
            if (!result.isDone()) {
                its = nextWait();
                publisher.enterRoomToBeWoken(its);
                return null;
            }
        } catch (Throwable e) {
            if (its != null && !its.take()) {
                return null;
            }
            leaveRoom();
            result.completeExceptionally(e);
        }
        return leaveQueue();
    }

    private Wait nextWait() {
        Steps.failIfStruck(FaultKind.ALLOCATION_FAILURE, publisher.context().lifecycle());
        var next = new Wait(executor, wait == null ? CapacityWaiter.NONE : wait.turn);
        leaveRoom();
        wait = next;
        return next;
    }

    private void end(Throwable cause) {
        leaveRoom();
        passOn(leaveQueue());
        result.completeExceptionally(cause);
    }

    private void leaveRoom() {
        if (wait != null) {
            publisher.context().waiters().leave(wait);
        }
    }

    /** Returns whether it stands at the head of its queue. If it doesn't, another thread is about it. */
    private boolean enterQueue() {
        return isQueued || publisher.queues().enter(this);
    }

    private @Nullable AsyncPublication<E> leaveQueue() {
        return isQueued ? publisher.queues().leave(this) : null;
    }

    /** A wait for room, and what the executor runs when there is some. */
    final class Wait extends CapacityWaiter implements Abandonable {
        private static final VarHandle TAKEN = VarHandles.of(MethodHandles.lookup(), "taken", boolean.class);

        @SuppressWarnings("UnusedVariable") // accessed through TAKEN
        private volatile boolean taken;

        Wait(Executor executor, long turn) {
            super(executor, 1, turn);
        }

        /** Returns whether the calling thread is the one that goes on. */
        boolean take() {
            return TAKEN.compareAndSet(this, false, true);
        }

        @Override
        protected void wake() {
            try {
                executor.execute(this);
            } catch (Throwable e) {
                end(e);
            }
        }

        @Override
        public void run() {
            if (take()) {
                goOn();
            }
        }

        @Override
        public void abandon() {
            end(new RejectedExecutionException("the scheduler of " + executor + " was closed before it could publish"));
        }

        void end(Throwable cause) {
            if (take()) {
                AsyncPublication.this.end(cause);
            }
        }
    }
}
