package dev.ropewalk.cluster.entity;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the entities to which nothing was sent for a time. It looks at all of them in rounds, four in that time, some entities in a task: so to send
 * costs no more than a mark, and no worker is held up.
 */
final class IdleSweep {
    private static final int ROUNDS = 4;
    private static final int SLOTS_A_TASK = 512;

    private final Supplier<? extends Iterator<? extends EntitySlot<?, ?>>> slots;
    private final Consumer<EntitySlot<?, ?>> passivate;
    private final Strand strand;
    private final Timer timer;

    /** Belongs to the strand, as all else here. Null between two rounds. */
    private @Nullable Iterator<? extends EntitySlot<?, ?>> next;

    /**
     * @param slots goes through the entities, which others change meanwhile
     */
    IdleSweep(
            Scheduler scheduler,
            Duration idleTime,
            Supplier<? extends Iterator<? extends EntitySlot<?, ?>>> slots,
            Consumer<EntitySlot<?, ?>> passivate) {
        this.slots = slots;
        this.passivate = passivate;
        this.strand = scheduler.newStrand();
        Duration period = idleTime.dividedBy(ROUNDS);
        this.timer = scheduler.scheduleAtFixedRate(strand, this::beginRound, period, period);
    }

    void end() {
        timer.cancel();
    }

    private void beginRound() {
        if (next == null) {
            next = slots.get();
            goOn();
        }
    }

    private void goOn() {
        Iterator<? extends EntitySlot<?, ?>> rest = next;
        if (rest == null) {
            return;
        }
        boolean looking = true;
        try {
            for (int i = 0; i < SLOTS_A_TASK && rest.hasNext(); i++) {
                look(rest.next());
            }
            if (rest.hasNext()) {
                strand.execute(this::goOn);
                looking = false;
            }
        } catch (RejectedExecutionException closed) {
            timer.cancel();
        } finally {
            if (looking) {
                next = null;
            }
        }
    }

    private void look(EntitySlot<?, ?> slot) {
        slot.retell();
        if (slot.isClosed()) {
            return;
        }
        if (slot.stays()) {
            slot.idleRounds = 0;
        } else if (++slot.idleRounds > ROUNDS) {
            passivate.accept(slot);
        }
    }
}
