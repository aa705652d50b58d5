package dev.ropewalk.pipeline;

import dev.ropewalk.pipeline.capacity.Room;
import dev.ropewalk.pipeline.capacity.RoomWait;
import dev.ropewalk.pipeline.lifecycle.FailureLog;
import dev.ropewalk.pipeline.lifecycle.Lifecycle;
import dev.ropewalk.pipeline.sequence.ConsumedCache;
import dev.ropewalk.pipeline.sequence.MultiProducerSequencer;
import dev.ropewalk.pipeline.sequence.Ring;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Sequencer;
import dev.ropewalk.pipeline.stage.Producers;
import dev.ropewalk.pipeline.stage.Shared;
import dev.ropewalk.pipeline.stage.Stages;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A thread that waits for one place, behind one that waits for the whole ring. */
class ClaimBehindALargeOneTest extends PipelineTests {
    private static final int CAPACITY = 8;

    private final Sequence done = new Sequence(Sequence.BEFORE_FIRST);
    private final MovingSequencer sequencer = new MovingSequencer();
    private final Room room = new Room(sequencer);
    private final Lifecycle lifecycle = new Lifecycle("pipeline");
    private final Shared<Event> shared = new Shared<>(
            "pipeline",
            new Ring<>(CAPACITY, Event::new),
            sequencer,
            room,
            lifecycle,
            new FailureLog("pipeline", failure -> {}, System::nanoTime),
            new Stages<>(),
            null,
            null,
            Thread.ofPlatform().factory(),
            new Producers<>());

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
        public void publish(long low, long high) {
            real.publish(low, high);
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
        room.wakeAll();
    }

    @Test
    void shouldGoOnBesideFreePlacesThoughOthersClaimAllTheTime() {
        long high = sequencer.tryClaim(CAPACITY, new ConsumedCache());
        sequencer.publish(0, high);
        boolean ignored = room.enter(new RoomWait.Parked(CAPACITY, RoomWait.NONE, Thread.currentThread()));
        var producer = new Producer<>(shared, WaitStrategy.parking(), false);
        Thread small = start(() -> producer.publish(value(1)));
        awaitSleep(small);
        sequencer.looks.set(small);
        done.set(CAPACITY / 2);
        awaitEnd(small);
    }
}
