package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.NullArguments;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every public method says which of its arguments is null, and a journal is as it was. */
@Timeout(60)
class NullArgumentsTest {
    @TempDir
    private Path folder;

    private final NullArguments nulls = new NullArguments()
            .sample(Codec.class, Codec.strings())
            .sample(ByteBuffer.class, ByteBuffer.allocate(8))
            .sample(MemorySegment.class, Arena.ofAuto().allocate(8))
            .sample(JournalRecord.class, new JournalRecord(0, new byte[0]))
            .sample(Instant.class, Instant.EPOCH)
            .sample(OptionalInt.class, OptionalInt.empty())
            .sample(OptionalLong.class, OptionalLong.empty())
            .sample(SortedMap.class, new TreeMap<>())
            .sample(Durability.class, Durability.none())
            .sample(MethodHandles.Lookup.class, MethodHandles.lookup())
            .sample(Retention.class, Retention.keepAll())
            .sample(JournalOptions.class, JournalOptions.defaults());

    private Path place;

    @BeforeEach
    void setUp() {
        place = folder.resolve("journal");
        nulls.sample(Path.class, place);
    }

    @Test
    void shouldBeNamedByFactoriesAndRecords() throws Exception {
        nulls.statics(Journal.class).assertAllNamed();
    }

    @Test
    void shouldBeNamedByOptions() throws Exception {
        nulls.on(JournalOptions.class, JournalOptions.defaults())
                .on(Retention.class, Retention.keepAll())
                .assertAllNamed();
    }

    @Test
    void shouldBeNamedByJournals() throws Exception {
        try (Journal journal = Journal.open(place)) {
            nulls.on(Journal.class, journal).assertAllNamed();
        }
    }

    @Test
    void shouldBeNamedByAppenders() throws Exception {
        try (Journal journal = Journal.open(place)) {
            try (Appender appender = journal.appender();
                    TypedAppender<String> typed = journal.appender(Codec.strings())) {
                nulls.on(Appender.class, appender)
                        .on(Batch.class, appender.batch())
                        .on(TypedAppender.class, typed)
                        .assertAllNamed();
                assertThat(appender.append(new byte[0])).isEqualTo(0);
            }
        }
    }

    @Test
    void shouldBeNamedByReaders() throws Exception {
        try (Journal journal = Journal.open(place);
                Appender appender = journal.appender()) {
            long index = appender.append(new byte[1]);
            try (Tailer tailer = journal.tailer();
                    JournalInspector inspector = JournalInspector.open(place)) {
                nulls.on(Tailer.class, tailer)
                        .on(RecordPublisher.class, journal.publisher())
                        .on(JournalInspector.class, inspector)
                        .assertAllNamed();
                assertThat(tailer.index()).isEqualTo(index);
            }
        }
    }
}
