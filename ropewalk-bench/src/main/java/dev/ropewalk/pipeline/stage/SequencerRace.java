package dev.ropewalk.pipeline.stage;

import dev.ropewalk.cpu.IdleStrategy;
import dev.ropewalk.pipeline.ClaimBenchmark;
import dev.ropewalk.pipeline.ClaimRace;
import dev.ropewalk.pipeline.sequence.BeatenSequencer;
import dev.ropewalk.pipeline.sequence.ConsumedCache;
import dev.ropewalk.pipeline.sequence.Sequence;
import dev.ropewalk.pipeline.sequence.Sequencer;
import java.util.stream.Stream;

/** The race on a sequencer of ours, with nothing of a pipeline around it. */
public final class SequencerRace extends ClaimRace {
    private final Sequencer sequencer;
    private final Event[] ring;
    private final Sequence stage = new Sequence(Sequence.BEFORE_FIRST);
    private final IdleStrategy idle;
    private final boolean pauses;
    private final boolean parks;

    /** How many places a producer that has waited wants to be free. */
    private final int wish;

    public SequencerRace(ClaimBenchmark.Contender contender, int capacity, boolean yielding) {
        sequencer = BeatenSequencer.of(contender, capacity);
        sequencer.gateOn(new Sequence[] {stage});
        ring = Stream.generate(Event::new).limit(capacity).toArray(Event[]::new);
        idle = yielding ? IdleStrategy.yielding() : IdleStrategy.busySpin();
        pauses = contender != ClaimBenchmark.Contender.EAGER_STAGE;
        parks = contender == ClaimBenchmark.Contender.PARKED_PRODUCER;
        wish = contender == ClaimBenchmark.Contender.ANY_ROOM ? 1 : capacity / 4;
    }

    @Override
    protected void produce(int events) {
        var consumed = new ConsumedCache();
        IdleStrategy full = parks ? IdleStrategy.parking(1) : IdleStrategy.yielding();
        for (int i = 0; i < events; i++) {
            long sequence = sequencer.tryClaim(1, consumed);
            while (sequence == Sequencer.FULL) {
                awaitRoom(full);
                sequence = sequencer.tryClaim(1, consumed);
            }
            ring[(int) sequence & ring.length - 1].value = i;
            sequencer.publish(sequence, sequence);
        }
    }

    private void awaitRoom(IdleStrategy full) {
        while (sequencer.claimed() + wish - sequencer.capacity > sequencer.consumed()) {
            full.idle();
        }
        full.reset();
    }

    @Override
    protected long handle(int events) {
        var pause = new CatchUpPause();
        long sum = 0;
        long next = stage.own() + 1;
        long end = stage.own() + events;
        while (next <= end) {
            long ready = sequencer.ready(next, next + ring.length - 1);
            if (ready < next) {
                idle.idle();
                continue;
            }
            long found = ready - next + 1;
            for (; next <= ready; next++) {
                sum += ring[(int) next & ring.length - 1].value;
            }
            stage.set(ready);
            idle.reset();
            if (pauses) {
                pause.found(found);
                pause.await();
            }
        }
        return sum;
    }
}
