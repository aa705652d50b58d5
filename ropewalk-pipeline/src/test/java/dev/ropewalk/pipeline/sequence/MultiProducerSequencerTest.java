package dev.ropewalk.pipeline.sequence;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What only a sequencer of several producers does. */
class MultiProducerSequencerTest {
    private static final int CAPACITY = 4;
    private static final int PRODUCERS = 3;
    private static final int EVENTS_EACH = 20_000;

    private final ConsumedCache consumed = new ConsumedCache();

    private static MultiProducerSequencer sequencer(Sequence stage) {
        var sequencer = new MultiProducerSequencer(CAPACITY, stage.get() + 1);
        sequencer.gateOn(new Sequence[] {stage});
        return sequencer;
    }

    @Test
    void shouldHaveReadyOnlyWhatHasNoGapBefore() {
        MultiProducerSequencer sequencer = sequencer(new Sequence(Sequence.BEFORE_FIRST));
        assertThat(sequencer.tryClaim(CAPACITY, consumed)).isEqualTo(3);
        sequencer.publish(1, 1);
        sequencer.abort(3, 3);
        assertThat(sequencer.ready(0, 3)).isEqualTo(-1);
        sequencer.publish(0, 0);
        assertThat(sequencer.ready(0, 3)).isEqualTo(1);
        sequencer.publish(2, 2);
        assertThat(sequencer.ready(0, 3)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1L << 30, (1L << 31) - 1, 1L << 31, (1L << 32) - 1, 1L << 32, 1L << 40})
    void shouldNotTakeTheStateOfALapForThatOfTheNext(long lap) {
        long first = lap * CAPACITY - 2;
        var stage = new Sequence(first - 1);
        MultiProducerSequencer sequencer = sequencer(stage);
        for (long sequence = first; sequence < first + 3 * CAPACITY; sequence++) {
            assertThat(sequencer.ready(sequence, sequence))
                    .as("before the claim")
                    .isEqualTo(sequence - 1);
            assertThat(sequencer.tryClaim(1, consumed)).isEqualTo(sequence);
            assertThat(sequencer.ready(sequence, sequence)).as("before the end").isEqualTo(sequence - 1);
            boolean aborts = sequence % 3 == 0;
            if (aborts) {
                sequencer.abort(sequence, sequence);
            } else {
                sequencer.publish(sequence, sequence);
            }
            assertThat(sequencer.ready(sequence, sequence)).isEqualTo(sequence);
            assertThat(sequencer.isAborted(sequence)).isEqualTo(aborts);
            stage.set(sequence);
        }
    }

    /**
     * Each producer writes the highest sequence that any producer published before it claimed: its own must be higher.
     */
    @Test
    void shouldKeepTheOrderOfAllProducersAndOfWhatComesAfterAnother() throws Exception {
        var stage = new Sequence(Sequence.BEFORE_FIRST);
        MultiProducerSequencer sequencer = sequencer(stage);
        var before = new long[CAPACITY];
        var value = new long[CAPACITY];
        var highest = new AtomicLong(Sequence.BEFORE_FIRST);
        try (ExecutorService threads = Executors.newFixedThreadPool(PRODUCERS)) {
            Stream<Callable<Long>> producers = Stream.iterate(
                            0, producer -> producer < PRODUCERS, producer -> producer + 1)
                    .map(producer -> () -> produce(producer, sequencer, highest, before, value));
            var running = producers.map(threads::submit).toList();
            long[] next = new long[PRODUCERS];
            for (long sequence = 0; sequence < (long) PRODUCERS * EVENTS_EACH; sequence++) {
                await(sequencer, sequence, running);
                int place = (int) sequence % CAPACITY;
                int producer = (int) value[place] % PRODUCERS;
                assertThat(value[place] / PRODUCERS).isEqualTo(next[producer]++);
                assertThat(before[place]).isLessThan(sequence);
                stage.set(sequence);
            }
            for (Future<Long> producer : running) {
                assertThat(producer.get(10, TimeUnit.SECONDS)).isLessThan((long) PRODUCERS * EVENTS_EACH);
            }
        }
    }

    private static long produce(
            int producer, MultiProducerSequencer sequencer, AtomicLong highest, long[] before, long[] value) {
        var consumed = new ConsumedCache();
        long last = Sequence.BEFORE_FIRST;
        for (long i = 0; i < EVENTS_EACH; i++) {
            long known = highest.get();
            long sequence = sequencer.tryClaim(1, consumed);
            while (sequence == Sequencer.FULL) {
                LockSupport.parkNanos(1_000);
                sequence = sequencer.tryClaim(1, consumed);
            }
            before[(int) sequence % CAPACITY] = known;
            value[(int) sequence % CAPACITY] = i * PRODUCERS + producer;
            sequencer.publish(sequence, sequence);
            highest.accumulateAndGet(sequence, Math::max);
            last = sequence;
        }
        return last;
    }

    private static void await(Sequencer sequencer, long sequence, Iterable<Future<Long>> producers)
            throws InterruptedException, ExecutionException, TimeoutException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (sequencer.ready(sequence, sequence) < sequence) {
            if (System.nanoTime() - deadline > 0) {
                throw new TimeoutException("sequence " + sequence + " isn't ready; claimed up to " + sequencer.claimed()
                        + ", producers " + producers);
            }
            LockSupport.parkNanos(1_000);
        }
    }
}
