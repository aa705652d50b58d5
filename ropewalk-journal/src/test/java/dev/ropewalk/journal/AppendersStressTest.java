package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Appenders of several threads and two openings at once. */
@Timeout(60)
class AppendersStressTest {
    private static final int THREADS = 4;
    private static final int RECORDS = 20_000;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final long seed =
            Long.getLong("ropewalk.stress.seed", ThreadLocalRandom.current().nextLong());

    @TempDir
    Path directory;

    @Test
    void shouldKeepEachThreadsRecordsInOrderAndLoseNone() throws InterruptedException, ExecutionException {
        var random = new SplittableRandom(seed);
        var options = JournalOptions.defaults().segmentBytes(1 << 16);
        try (Journal one = Journal.open(directory, options);
                Journal other = Journal.open(directory, options);
                ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
            List<Future<long[]>> indices = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                int id = thread;
                Journal journal = thread % 2 == 0 ? one : other;
                SplittableRandom own = random.split();
                indices.add(threads.submit(() -> appendAll(journal, id, own)));
            }
            List<long[]> expected = new ArrayList<>();
            for (Future<long[]> each : indices) {
                expected.add(each.get());
            }
            int[] next = new int[THREADS];
            try (Tailer tailer = one.tailer()) {
                tailer.poll(
                        (memory, offset, length, index) -> {
                            long id = memory.get(LONG, offset);
                            int thread = (int) (id >>> Integer.SIZE);
                            assertThat((int) id).as("seed " + seed).isEqualTo(next[thread]);
                            assertThat(index).as("seed " + seed).isEqualTo(expected.get(thread)[next[thread]]);
                            next[thread]++;
                        },
                        Integer.MAX_VALUE);
            }
            assertThat(next).as("seed " + seed).containsOnly(RECORDS);
        }
    }

    /** Appends records that hold the thread's number and a running one, and returns their indices. */
    private static long[] appendAll(Journal journal, int thread, SplittableRandom random) {
        long[] indices = new long[RECORDS];
        try (Appender appender = journal.appender()) {
            Batch batch = appender.batch();
            for (int i = 0; i < RECORDS; ) {
                byte[] bytes = new byte[8 + random.nextInt(40)];
                long id = ((long) thread << Integer.SIZE) | i;
                ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(0, id);
                switch (random.nextInt(8)) {
                    case 0 -> appender.claim(bytes.length).abort();
                    case 1 -> {
                        RecordClaim claim = appender.claim(bytes.length);
                        claim.memory().set(LONG, claim.offset(), id);
                        indices[i++] = claim.commit();
                    }
                    case 2 -> {
                        int count = Math.min(RECORDS - i, 1 + random.nextInt(5));
                        for (int k = 0; k < count; k++) {
                            batch.add(ByteBuffer.wrap(bytes)
                                    .order(ByteOrder.LITTLE_ENDIAN)
                                    .putLong(0, id + k));
                        }
                        long first = batch.commit();
                        for (int k = 0; k < count; k++) {
                            indices[i++] = first + k;
                        }
                    }
                    default -> indices[i++] = appender.append(bytes);
                }
            }
        }
        return indices;
    }
}
