package dev.ropewalk.pipeline;

import dev.ropewalk.scheduler.Scheduler;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * What the parts of a pipeline share.
 *
 * @param name the pipeline's
 * @param scheduler of its strands, if it has any
 * @param threads makes those of stages that have some
 * @param producers the open handles
 */
record Shared<E>(
        String name,
        Ring<E> ring,
        Sequencer sequencer,
        Room room,
        Lifecycle lifecycle,
        FailureLog log,
        Stages<E> stages,
        @Nullable Clearing<E> clearing,
        @Nullable Scheduler scheduler,
        ThreadFactory threads,
        List<Producer<E>> producers) {
    Shared {
        producers = new CopyOnWriteArrayList<>(producers);
    }

    /** Ends the pipeline for a reason. */
    void fail(Throwable cause) {
        if (lifecycle.fail(cause)) {
            stages.halt();
            room.wakeAll();
        }
    }

    /** To be called after the beginning of a wait that looks at nothing else: the pipeline's end may have missed it. */
    void wakeAllIfEnded() {
        if (lifecycle.hasEnded()) {
            room.wakeAll();
        }
    }

    /** Called by a stage that has advanced and that no stage waits for. */
    void freed() {
        if (clearing != null) {
            clearing.advance();
        }
        room.advanced();
    }

    /** Called by a stage that finds nothing more to do, and whenever the stages have changed. */
    void idle() {
        if (clearing != null) {
            clearing.advance();
        }
        room.idle();
    }

    /** Takes a stage out that makes no more steps; called with the lock of the stages. */
    void takeOut(Node<E> node) {
        sequencer.holdOpenClaims(node.position(), stages.all().size() == 1);
        stages.take(node);
        stages.link(this);
        stages.runners().forEach(Runner::settle);
    }

    long remainingCapacity() {
        long used = sequencer.claimed() - sequencer.consumed();
        return (long) sequencer.capacity - Math.clamp(used, 0, sequencer.capacity);
    }

    /** Gives up the claims of producers whose threads have ended; returns whether there were any. */
    boolean abortClaimsOfTheDead() {
        boolean any = false;
        for (Producer<E> producer : producers) {
            any |= producer.abortIfDead();
        }
        return any;
    }
}
