package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ropewalk.journal.files.NativeCalls;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Writers that commit just when their claims are contested: what a commit returned is read, and what was invalidated never is. The
 * broken twin is in {@code InvalidationDuelTest}: among several writers that sleep, a moment of nanoseconds isn't met in time.
 */
@Tag("duel")
class InvalidationRaceTest {
    private static final long NANOS = TimeUnit.SECONDS.toNanos(Long.getLong("ropewalk.stress.seconds", 1));
    private static final long OVERTIME_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long LONGEST_STALL_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long SEED = Long.getLong("ropewalk.stress.seed", System.nanoTime());

    @TempDir
    Path directory;

    private final AtomicInteger voidedByAll = new AtomicInteger();

    private record Written(Map<Long, Long> committed, int invalidated) {}

    @ParameterizedTest
    @CsvSource({"SHARED, 4", "EXCLUSIVE, 1"})
    void shouldReadWhatWasCommittedAndNothingElse(AppenderKind kind, int writerCount) throws Exception {
        Optional<NativeCalls> calls = NativeCalls.available().filter(NativeCalls::canFence);
        assumeTrue(
                calls.isPresent(),
                "this kernel can't fence all threads, so claims of living processes aren't invalidated");
        long maxStallNanos = stallNanos(calls.orElseThrow());
        Map<Long, Long> committed = new HashMap<>();
        int invalidated = 0;
        try (Journal journal = Journal.open(directory, JournalOptions.defaults().claimTimeout(Duration.ofMillis(1)));
                ExecutorService threads = Executors.newCachedThreadPool();
                Tailer tailer = journal.tailer()) {
            List<Future<Written>> writers = new ArrayList<>();
            for (int i = 0; i < writerCount; i++) {
                writers.add(threads.submit(writer(kind.of(journal), i, maxStallNanos)));
            }
            Map<Long, Long> read = new HashMap<>();
            RecordHandler handler = (memory, offset, length, index) -> assertThat(
                            read.put(index, memory.get(ValueLayout.JAVA_LONG, offset)))
                    .isNull();
            while (!writers.stream().allMatch(Future::isDone)) {
                tailer.poll(handler);
            }
            for (Future<Written> writer : writers) {
                committed.putAll(writer.get().committed());
                invalidated += writer.get().invalidated();
            }
            while (tailer.await(Duration.ofMillis(50))) {
                tailer.poll(handler);
            }
            assertThat(read).as("seed %d", SEED).isEqualTo(committed);
            assertThat(tailer.index()).isEqualTo(committed.size() + invalidated);
        }
        assertThat(committed).isNotEmpty();
        assertThat(invalidated)
                .as("claims invalidated, of %d, with stalls up to %d ns", committed.size() + invalidated, maxStallNanos)
                .isPositive();
    }

    /** Returns twice as long as it takes until a claim is contested and decided. */
    private static long stallNanos(NativeCalls calls) {
        long start = System.nanoTime();
        assertThat(calls.fenceAll()).isTrue();
        return 2 * (System.nanoTime() - start) + 4_000_000;
    }

    private Callable<Written> writer(Appender opened, int number, long maxStallNanos) {
        return () -> {
            var random = new Random(SEED + number);
            Map<Long, Long> committed = new HashMap<>();
            int invalidated = 0;
            long start = System.nanoTime();
            long stallNanos = maxStallNanos;
            try (Appender appender = opened) {
                for (long i = 0; goesOn(start); i++) {
                    long id = (i << Byte.SIZE) + number;
                    RecordClaim claim = appender.claim(Long.BYTES);
                    claim.memory().set(ValueLayout.JAVA_LONG, claim.offset(), id);
                    if (System.nanoTime() - start >= NANOS) {
                        stallNanos = Math.min(2 * stallNanos, LONGEST_STALL_NANOS);
                        LockSupport.parkNanos(stallNanos);
                    } else if (random.nextInt(10) == 0) {
                        LockSupport.parkNanos(random.nextLong(stallNanos));
                    }
                    try {
                        committed.put(claim.commit(), id);
                    } catch (ClaimInvalidatedException e) {
                        invalidated++;
                        voidedByAll.incrementAndGet();
                    }
                }
            }
            return new Written(committed, invalidated);
        };
    }

    /** A machine may be too slow for a claim to be invalidated in time: then writers stall ever longer until one is. */
    private boolean goesOn(long start) {
        long passed = System.nanoTime() - start;
        return passed < NANOS || (voidedByAll.get() == 0 && passed < NANOS + OVERTIME_NANOS);
    }
}
