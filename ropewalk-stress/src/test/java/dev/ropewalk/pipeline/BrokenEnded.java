package dev.ropewalk.pipeline;

import dev.ropewalk.pipeline.capacity.CapacityWaiter;
import dev.ropewalk.pipeline.capacity.CapacityWaiters;
import dev.ropewalk.pipeline.lifecycle.Lifecycle;
import dev.ropewalk.pipeline.sequence.ConsumedCache;
import dev.ropewalk.pipeline.sequence.MultiProducerSequencer;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Sequencer;
import java.util.concurrent.CompletableFuture;

/** {@link Ended} with a producer who doesn't look again, after its claim or its wait, whether the pipeline is closed. */
final class BrokenEnded {
    private final Sequencer sequencer = new MultiProducerSequencer(1);
    private final ConsumedCache consumed = new ConsumedCache();
    private final CapacityWaiters waiters = new CapacityWaiters(sequencer);
    private final Lifecycle lifecycle = new Lifecycle("pipeline");

    BrokenEnded() {
        sequencer.gateOn(new Sequence[] {new Sequence(Sequence.BEFORE_FIRST)});
    }

    boolean publish() {
        if (!lifecycle.isOpen()) {
            return false;
        }
        long sequence = sequencer.tryClaim(1, consumed);
        sequencer.publish(sequence, sequence);
        return true;
    }

    CompletableFuture<Long> publishAsync() {
        var answer = new CompletableFuture<Long>();
        boolean waits = lifecycle.isOpen()
                && waiters.enter(new CapacityWaiter(this, 1, CapacityWaiter.NONE) {
                    @Override
                    protected void wake() {
                        answer.complete(0L);
                    }
                });
        if (!waits) {
            answer.complete(0L);
        }
        return answer;
    }

    int close() {
        boolean ignored = lifecycle.beginClosing();
        waiters.wakeAll();
        return (int) sequencer.claimed() + 1;
    }
}
