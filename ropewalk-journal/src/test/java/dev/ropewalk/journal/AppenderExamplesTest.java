package dev.ropewalk.journal;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the documentation of appenders, claims, batches and codecs. */
class AppenderExamplesTest {
    @TempDir
    Path directory;

    private Journal journal;

    @BeforeEach
    void open() {
        journal = Journal.open(directory);
    }

    @AfterEach
    void close() {
        journal.close();
    }

    @Test
    void shouldAppend() {
        try (Appender appender = journal.appender()) {
            long index = appender.append("hello".getBytes(UTF_8));
            assertThat(index).isZero();
        }
    }

    @Test
    void shouldAppendAlone() {
        try (Appender appender = journal.exclusiveAppender()) {
            long index = appender.append("hello".getBytes(UTF_8));
            assertThat(index).isZero();
        }
    }

    @Test
    void shouldWriteInPlace() {
        long order = 7;
        long price = 100;
        Appender appender = journal.appender();
        try (RecordClaim claim = appender.claim(16)) {
            claim.memory().set(JAVA_LONG, claim.offset(), order);
            claim.memory().set(JAVA_LONG, claim.offset() + 8, price);
            claim.commit();
        }
        List<Long> read = new ArrayList<>();
        journal.tailer().poll((memory, offset, length, index) -> read.add(memory.get(JAVA_LONG, offset + 8)), 10);
        assertThat(read).containsExactly(price);
    }

    @Test
    void shouldAppendABatch() {
        Appender appender = journal.appender();
        Batch batch = appender.batch();
        batch.add("debit".getBytes(UTF_8)).add("credit".getBytes(UTF_8));
        long first = batch.commit();
        assertThat(first).isZero();
        assertThat(appender.append(new byte[0])).isEqualTo(2);
    }

    @Test
    void shouldAppendValues() {
        record Trade(long order, double price) {}
        List<Double> printed = new ArrayList<>();
        Tailer tailer = journal.tailer();

        Codec<Trade> trades = Codec.records(MethodHandles.lookup(), Trade.class);
        TypedAppender<Trade> appender = journal.appender(trades);
        appender.append(new Trade(7, 12.5));
        tailer.poll(trades.handler((trade, index) -> printed.add(trade.price())), 100);

        assertThat(printed).containsExactly(12.5);
    }
}
