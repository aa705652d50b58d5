package dev.ropewalk.pipeline.stage;

import dev.ropewalk.pipeline.EventHandler;
import dev.ropewalk.pipeline.sequence.Barrier;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.Arrays;
import java.util.BitSet;

/** The processor of one shard: goes over every event and handles those whose keys are its own. */
final class ShardProcessor<E> extends Processor<E> {
    private static final long NONE = -1;

    final Shards<E> shards;
    private final int shard;
    private final long[] loads;
    private int[] owners;

    /** The places of events that were finished at the end, with others before them that weren't. */
    private final BitSet finished = new BitSet();

    ShardProcessor(String name, RunningStage<E> stage, EventHandler<? super E> handler, Shards<E> shards, int shard) {
        super(name, stage, handler, new Sequence(Sequence.BEFORE_FIRST));
        this.shards = shards;
        this.shard = shard;
        loads = shards.loadsOf(shard);
        owners = shards.firstOwners();
    }

    @Override
    boolean take() {
        long most = Math.min(next + stage.maxBatch - 1, limit());
        if (most < next) {
            return false;
        }
        long ready = stage.barrier.ready(next, most);
        if (ready < next) {
            return false;
        }
        caughtUp = ready < most;
        batchEnd = ready;
        return true;
    }

    /** Makes the steps of a change of assignment that can be made here, and returns how far to go before the next. */
    private long limit() {
        Switchover switchover = shards.switchover();
        if (switchover == null) {
            return Sequence.NOWHERE;
        }
        while (switchover.canStep(shard, next)) {
            Steps.before(StepKind.ACCESS, lifecycle);
            if (switchover.isSwitch(shard)) {
                owners = switchover.owners;
                Arrays.fill(loads, 0);
            }
            if (switchover.step(shard, next)) {
                goOn(switchover);
            }
        }
        return switchover.limit(shard);
    }

    /** As part of the handler: what a hand-over or the follower of an answer would wait for, such as the end of the pipeline, waits for it. */
    private void goOn(Switchover switchover) {
        enter();
        try {
            if (switchover.mustHandOver()) {
                shards.handOver(owners, switchover.owners);
                switchover.handedOver();
            }
            shards.advance(switchover);
        } finally {
            leave();
        }
    }

    /**
     * Handles each own event when the next own one is found, so that the last of the batch is known to be the last. An event
     * whose key can't be computed isn't the handler's, so the one before it may be the last that it gets.
     */
    @Override
    void handle() throws Exception {
        Barrier barrier = stage.barrier;
        boolean clean = next > barrier.lastSkipped();
        long held = NONE;
        long handled = 0;
        long last = batchEnd;
        long sequence = next;
        try {
            for (; sequence <= last; sequence++) {
                if (!clean && barrier.isSkipped(sequence)) {
                    continue;
                }
                int bucket;
                try {
                    bucket = shards.bucketOf(ring.event(sequence));
                } catch (Throwable e) {
                    if (shard != Shards.OF_FAILING_KEYS) {
                        continue;
                    }
                    if (held != NONE) {
                        handler.onEvent(ring.event(held), held, true);
                        handled++;
                        held = NONE;
                    }
                    throw e;
                }
                if (owners[bucket] == shard) {
                    loads[bucket]++;
                    if (held != NONE) {
                        handler.onEvent(ring.event(held), held, false);
                        handled++;
                    }
                    held = sequence;
                }
            }
            if (held != NONE) {
                handler.onEvent(ring.event(held), held, true);
                handled++;
                held = NONE;
            }
        } finally {
            next = held == NONE ? sequence : held;
            counters.events += handled;
        }
    }

    @Override
    boolean hasFinished(long sequence) {
        return super.hasFinished(sequence) && finished.get(place(sequence));
    }

    /** Finds out which of the events that other shards haven't passed were this one's: they still lie in the ring. */
    @Override
    void settle() {
        for (long sequence = stage.position() + 1; sequence < next; sequence++) {
            if (!stage.barrier.isSkipped(sequence) && isOwn(ring.event(sequence))) {
                finished.set(place(sequence));
            }
        }
    }

    private boolean isOwn(E event) {
        try {
            return owners[shards.bucketOf(event)] == shard;
        } catch (Throwable e) {
            return shard == Shards.OF_FAILING_KEYS;
        }
    }

    private int place(long sequence) {
        return (int) sequence & ring.capacity() - 1;
    }

    @Override
    void release() {
        done.set(batchEnd);
    }

    @Override
    boolean hasWork() {
        Switchover switchover = shards.switchover();
        if (switchover != null) {
            if (switchover.canStep(shard, next)) {
                return true;
            }
            if (switchover.limit(shard) < next) {
                return false;
            }
        }
        return stage.barrier.ready(next, next) >= next;
    }
}
