package dev.ropewalk.pipeline.publish;

import dev.ropewalk.cpu.IdleStrategy;
import dev.ropewalk.pipeline.Event;
import dev.ropewalk.pipeline.PipelineTests;
import dev.ropewalk.pipeline.capacity.CapacityWaiter;
import dev.ropewalk.pipeline.capacity.CapacityWaiters;
import dev.ropewalk.pipeline.lifecycle.FailureLog;
import dev.ropewalk.pipeline.lifecycle.Lifecycle;
import dev.ropewalk.pipeline.sequence.ConsumedCache;
import dev.ropewalk.pipeline.sequence.MultiProducerSequencer;
import dev.ropewalk.pipeline.sequence.Ring;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Sequencer;
import dev.ropewalk.pipeline.stage.PipelineContext;
import dev.ropewalk.pipeline.stage.ProducerRegistry;
import dev.ropewalk.pipeline.stage.Stages;
import dev.ropewalk.pipeline.stage.WaitSettings;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A thread that waits for one place, behind one that waits for the whole ring. */
class ClaimBehindALargeOneTest extends PipelineTests {
    private static final int CAPACITY = 8;

    private final Sequence done = new Sequence(Sequence.BEFORE_FIRST);
    private final MovingSequencer sequencer = new MovingSequencer();
    private final CapacityWaiters waiters = new CapacityWaiters(sequencer);
    private final Lifecycle lifecycle = new Lifecycle("pipeline", sequencer);
    private final PipelineContext<Event> context = new PipelineContext<>(
            "pipeline",
            new Ring<>(CAPACITY, Event::new),
            sequencer,
            waiters,
            lifecycle,
            new FailureLog("pipeline", failure -> {}, System::nanoTime),
            new Stages<>(),
            null,
            null,
            Thread.ofPlatform().factory(),
            new ProducerRegistry(sequencer, waiters));

    /** A sequencer of which others claim a place, and a stage handles it, before each look of a certain thread. */
    private final class MovingSequencer extends Sequencer {
        private final MultiProducerSequencer real = new MultiProducerSequencer(CAPACITY);
        private final AtomicReference<@Nullable Thread> looks = new AtomicReference<>();

        MovingSequencer() {
            super(CAPACITY);
            gateOn(new Sequence[] {done});
            real.gateOn(new Sequence[] {done});
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // a thread is the same object
        public long claimed() {
            if (looks.get() == Thread.currentThread()) {
                long claimed = real.tryClaim(1, new ConsumedCache());
                real.publish(claimed, claimed);
                done.set(done.get() + 1);
            }
            return real.claimed();
        }

        @Override
        public long tryClaim(int n, ConsumedCache consumed) {
            return real.tryClaim(n, consumed);
        }

        @Override
        public void publishSilently(long low, long high) {
            real.publishSilently(low, high);
        }

        @Override
        public void abortSilently(long low, long high) {
            real.abortSilently(low, high);
        }

        @Override
        public long ready(long from, long most) {
            return real.ready(from, most);
        }

        @Override
        public boolean isAborted(long sequence) {
            return real.isAborted(sequence);
        }

        @Override
        public long lastClaimed() {
            return real.lastClaimed();
        }
    }

    @AfterEach
    void end() {
        boolean ignored = lifecycle.beginClosing();
        waiters.wakeAll();
    }

    @Test
    void shouldGoOnBesideFreePlacesThoughOthersClaimAllTheTime() {
        long high = sequencer.tryClaim(CAPACITY, new ConsumedCache());
        sequencer.publish(0, high);
        boolean ignored =
                waiters.enter(new CapacityWaiter.Parked(CAPACITY, CapacityWaiter.NONE, Thread.currentThread()));
        var producer = new OwnedProducer<>(
                context, new WaitSettings(WaitSettings.Kind.PARKING, 200, IdleStrategy::busySpin), false);
        Thread small = start(() -> producer.publish(value(1)));
        awaitSleep(small);
        sequencer.looks.set(small);
        done.set(CAPACITY / 2);
        awaitEnd(small);
    }
}
