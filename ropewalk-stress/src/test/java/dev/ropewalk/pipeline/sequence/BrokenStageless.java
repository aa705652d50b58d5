package dev.ropewalk.pipeline.sequence;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** {@link Stageless} that returns how far events are published even if another thread has written down less. */
final class BrokenStageless {
    private final MultiProducerSequencer sequencer = new MultiProducerSequencer(2);
    private final AtomicReference<OpenClaims> claims =
            new AtomicReference<>(new OpenClaims(Sequence.BEFORE_FIRST, Sequence.NOWHERE));
    private volatile long claimed = 1;

    void publishFirst() {
        sequencer.publish(0, 0);
        long ignored = settled();
    }

    void publishSecondAndALap() {
        sequencer.publish(1, 1);
        if (settled() == 1) {
            claimed = 3;
            sequencer.publish(2, 3);
        }
    }

    boolean isFree() {
        return settled() == claimed;
    }

    private long settled() {
        OpenClaims open = Objects.requireNonNull(claims.get());
        long settled = sequencer.ready(open.settled() + 1, open.until());
        boolean ignored =
                settled == open.settled() || claims.compareAndSet(open, new OpenClaims(settled, open.until()));
        return settled;
    }
}
