package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Once compiled, what is called for each record allocates nothing; a call of the bean itself does, a little. */
@ParameterizedClass
@EnumSource(AppenderKind.class)
class AllocationTest {
    private static final int CALLS = 20_000;
    // The compiler has its own threads, which may be late.
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final long LITTLE = 1024;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    Path directory;

    private final AppenderKind kind;
    private Journal journal;
    private Appender appender;

    AllocationTest(AppenderKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        journal = Journal.open(directory, JournalOptions.defaults());
        appender = kind.of(journal);
    }

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void shouldAllocateNothingForAnAppend() {
        byte[] bytes = new byte[64];
        ByteBuffer direct = ByteBuffer.allocateDirect(64);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(64);
            check(() -> {
                appender.append(bytes, 0, 8);
                appender.append(bytes);
                appender.append(direct);
                appender.append(memory);
            });
        }
    }

    @Test
    void shouldAllocateNothingForAClaim() {
        check(() -> {
            RecordClaim claim = appender.claim(40);
            claim.memory().set(ValueLayout.JAVA_LONG, claim.offset(), claim.length());
            claim.commit();
            appender.claim(8).abort();
        });
    }

    @Test
    void shouldAllocateNothingForABatch() {
        byte[] bytes = new byte[20];
        Batch batch = appender.batch();
        check(() -> {
            batch.add(bytes).add(bytes).add(bytes);
            batch.commit();
        });
    }

    @Test
    void shouldAllocateNothingForAString() {
        appender.close();
        TypedAppender<String> strings = kind.of(journal, Codec.strings());
        String text = new String("grüezi".getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        check(() -> strings.append(text));
    }

    private void check(Runnable calls) {
        long least = Long.MAX_VALUE;
        long start = System.nanoTime();
        while (least > LITTLE && System.nanoTime() - start < WARM_UP_NANOS) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int call = 0; call < CALLS; call++) {
                calls.run();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isLessThanOrEqualTo(LITTLE);
    }
}
