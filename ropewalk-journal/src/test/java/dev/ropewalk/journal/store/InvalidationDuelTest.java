package dev.ropewalk.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.ClaimInvalidatedException;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.RecordClaim;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.journal.files.NativeCalls;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A writer that commits in the very moment when its claim is contested, time and again: what a commit returned is read, and
 * what was invalidated never is. The broken twin, of {@code InvalidationRaceTest} as well, invalidates without the fence.
 */
@Tag("duel")
@Timeout(60)
class InvalidationDuelTest {
    private static final int ROUNDS = 20;
    private static final int WARM_UP = 20_000;
    // Some of them last as long as a cache line is on its way from one CPU to the other.
    private static final int MAX_SPINS = 16;
    private static final long NANOS = TimeUnit.SECONDS.toNanos(Long.getLong("ropewalk.stress.seconds", 1));
    private static final long TWIN_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long SEED = Long.getLong("ropewalk.stress.seed", System.nanoTime());

    @TempDir
    Path directory;

    @BeforeEach
    void needTwoCpus() {
        assumeTrue(
                NativeCalls.available().map(NativeCalls::canFence).orElse(false),
                "this kernel can't fence all threads, so claims of living processes aren't invalidated");
        assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "a duel needs two CPUs");
    }

    @Test
    void shouldReadWhatWasCommittedAndNothingElse() throws InterruptedException {
        fight(NativeCalls.available().orElseThrow()::fenceAll, NANOS);
    }

    @Test
    void shouldCatchWhoVoidsWithoutTheFence() {
        assertThatThrownBy(() -> fight(() -> true, TWIN_NANOS))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("records read");
    }

    private void fight(BooleanSupplier fence, long nanos) throws InterruptedException {
        JournalOptions options = JournalOptions.defaults().claimTimeout(Duration.ofHours(1));
        try (Journal journal = Journal.open(directory, options);
                Tailer tailer = journal.tailer()) {
            var writer = new Writer();
            Thread thread = Thread.ofPlatform().start(() -> writer.run(journal));
            try {
                var sessions = new Duel(writer, fence);
                List<Long> read = new ArrayList<>();
                OpenClaim claim = writer.next();
                long start = System.nanoTime();
                do {
                    for (int i = 0; i < ROUNDS; i++) {
                        claim.decide(sessions, true);
                        claim = writer.next();
                    }
                    tailer.poll((memory, offset, length, index) -> read.add(index), Integer.MAX_VALUE);
                    assertThat(read.equals(writer.committed))
                            .as(
                                    "records read, %d of them, are the %d committed; seed %d",
                                    read.size(), writer.committed.size(), SEED)
                            .isTrue();
                    assertThat(tailer.index()).isEqualTo(writer.committed.size() + writer.invalidated);
                } while (System.nanoTime() - start < nanos);
            } finally {
                writer.stop();
                thread.join();
            }
        }
    }

    /** Makes claims, and commits each when it is told so. The thread of the next claim sees what it has counted. */
    private static final class Writer {
        final List<Long> committed = new ArrayList<>();
        int invalidated;
        private volatile @Nullable OpenClaim open;
        private volatile boolean told;
        private volatile boolean stopped;

        void run(Journal journal) {
            try (Appender appender = journal.appender()) {
                warmUp(appender);
                while (!stopped) {
                    told = false;
                    RecordClaim claim = appender.claim(Long.BYTES);
                    open = place(claim);
                    while (!told && !stopped) {
                        Thread.onSpinWait();
                    }
                    commit(claim);
                }
            }
        }

        /** Has both sides compiled, so that they meet. A side that is alone needs no fence. */
        private void warmUp(Appender appender) {
            var alone = new Duel(this, () -> true);
            for (int i = 0; i < WARM_UP; i++) {
                RecordClaim claim = appender.claim(Long.BYTES);
                if (i % 2 == 0) {
                    place(claim).decide(alone, true);
                }
                commit(claim);
            }
        }

        private static OpenClaim place(RecordClaim claim) {
            MemorySegment memory = claim.memory();
            long number = memory.get(Segment.UNALIGNED_LONG, SegmentLayout.NUMBER_AT);
            long identity = memory.get(Segment.UNALIGNED_LONG, SegmentLayout.IDENTITY_AT);
            long at = claim.offset() - RecordLayout.PAYLOAD;
            long before = (at - SegmentLayout.HEADER_BYTES) / RecordLayout.size(Long.BYTES);
            return new OpenClaim(new Segment(number, identity, memory), at, (int) before + 1);
        }

        private void commit(RecordClaim claim) {
            try {
                committed.add(claim.commit());
            } catch (ClaimInvalidatedException e) {
                invalidated++;
            }
        }

        /** Returns the next claim, when the one before is decided. */
        OpenClaim next() {
            OpenClaim next = open;
            while (next == null) {
                assertThat(Thread.currentThread().isInterrupted())
                        .as("out of time")
                        .isFalse();
                Thread.onSpinWait();
                next = open;
            }
            open = null;
            return next;
        }

        void tell() {
            told = true;
        }

        void stop() {
            stopped = true;
        }
    }

    /** Tells the writer to commit just before its claim is contested. */
    private record Duel(Writer writer, BooleanSupplier fence, Random random) implements Sessions {
        @Override
        public boolean probeTailAlone() {
            return false;
        }

        Duel(Writer writer, BooleanSupplier fence) {
            this(writer, fence, new Random(SEED));
        }

        @Override
        public boolean probeAlive(int epoch) {
            return true;
        }

        @Override
        public boolean canFence() {
            int spins = random.nextInt(MAX_SPINS);
            writer.tell();
            for (int i = 0; i < spins; i++) {
                Thread.onSpinWait();
            }
            return true;
        }

        @Override
        public boolean fenceAll() {
            return fence.getAsBoolean();
        }

        @Override
        public Executor thread() {
            throw new UnsupportedOperationException();
        }
    }
}
