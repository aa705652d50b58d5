package dev.ropewalk.lab.guide;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Batch;
import dev.ropewalk.journal.Codec;
import dev.ropewalk.journal.Durability;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalFormatException;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.JournalRecord;
import dev.ropewalk.journal.Retention;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.journal.TypedAppender;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import net.openhft.chronicle.bytes.MethodReader;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.wire.DocumentContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of the page about moving from Chronicle Queue, with that of Chronicle Queue. */
class MigrateFromChronicleQueueExamplesTest {
    @TempDir
    private Path folder;

    @Test
    void shouldAppendAndReadByTheirs() {
        List<String> read = new ArrayList<>();
        // @start region="theirs" :
        try (ChronicleQueue queue = ChronicleQueue.single(folder.toString());
                ExcerptAppender appender = queue.createAppender();
                ExcerptTailer billing = queue.createTailer("billing")) { // goes on where it was
            appender.writeText("rope");
            appender.writeText("twine");
            for (String order = billing.readText(); order != null; order = billing.readText()) {
                read.add(order); // counts as read from now on
            }
        }
        // @end
        assertThat(read).containsExactly("rope", "twine");
    }

    @Test
    void shouldAppendAndReadByOurs() {
        List<String> read = new ArrayList<>();
        // @start region="ours" :
        Codec<String> orders = Codec.strings();
        try (Journal journal = Journal.open(folder);
                TypedAppender<String> appender = journal.appender(orders); // for one thread at a time
                Tailer billing = journal.tailer("billing")) { // goes on where it was
            appender.append("rope");
            appender.append("twine");
            while (billing.poll(orders.handler((order, index) -> read.add(order))) > 0) {
                billing.commit(); // counts as read from now on
            }
        }
        // @end
        assertThat(read).containsExactly("rope", "twine");
    }

    @Test
    void shouldAppendBytesByTheirs() {
        byte[] bytes = "rope".getBytes(UTF_8);
        List<String> read = new ArrayList<>();
        try (ChronicleQueue queue = ChronicleQueue.single(folder.toString());
                ExcerptAppender appender = queue.createAppender();
                ExcerptTailer tailer = queue.createTailer()) {
            // @start region="theirBytes" :
            try (DocumentContext document = appender.writingDocument()) {
                document.wire().bytes().write(bytes);
            }
            try (DocumentContext document = tailer.readingDocument()) {
                if (document.isPresent()) {
                    read.add(new String(document.wire().bytes().toByteArray(), UTF_8));
                }
            }
            // @end
        }
        assertThat(read).containsExactly("rope");
    }

    @Test
    void shouldAppendBytesByOurs() {
        byte[] bytes = "rope".getBytes(UTF_8);
        List<String> read = new ArrayList<>();
        try (Journal journal = Journal.open(folder);
                Appender appender = journal.appender();
                Tailer tailer = journal.tailer()) {
            // @start region="bytes" :
            long index = appender.append(bytes); // dense, from 0
            tailer.tryRead().ifPresent(order -> read.add(new String(order.payload(), UTF_8)));
            // @end
            assertThat(index).isZero();
        }
        assertThat(read).containsExactly("rope");
    }

    // @start region="theirCalls" :
    interface Trades {
        void trade(long order, double price);
    }
    // @end

    @Test
    void shouldAppendCallsByTheirs() {
        List<String> read = new ArrayList<>();
        try (ChronicleQueue queue = ChronicleQueue.single(folder.toString());
                ExcerptAppender appender = queue.createAppender();
                ExcerptTailer tailer = queue.createTailer()) {
            // @start region="theirWriter" :
            Trades trades = appender.methodWriter(Trades.class);
            trades.trade(7, 12.5);
            MethodReader reader = tailer.methodReader((Trades) (order, price) -> read.add(order + ": " + price));
            while (reader.readOne()) {}
            // @end
        }
        assertThat(read).containsExactly("7: 12.5");
    }

    record Trade(long order, double price) {}

    @Test
    void shouldAppendRecordsByOurs() {
        List<String> read = new ArrayList<>();
        try (Journal journal = Journal.open(folder);
                Tailer tailer = journal.tailer()) {
            // @start region="records" :
            Codec<Trade> trades =
                    Codec.records(MethodHandles.lookup(), Trade.class); // record Trade(long order, double price)
            try (TypedAppender<Trade> appender = journal.appender(trades)) {
                appender.append(new Trade(7, 12.5));
            }
            tailer.poll(trades.handler((trade, index) -> read.add(trade.order() + ": " + trade.price())));
            // @end
        }
        assertThat(read).containsExactly("7: 12.5");
    }

    @Test
    void shouldRollByTheirs() {
        // @start region="theirRoll" :
        try (ChronicleQueue queue = ChronicleQueue.singleBuilder(folder)
                        .rollCycle(RollCycles.FAST_HOURLY)
                        .build();
                ExcerptAppender appender = queue.createAppender()) {
            appender.writeText("debit"); // old files are deleted by hand
        }
        // @end
        assertThat(folder).isNotEmptyDirectory();
    }

    @Test
    void shouldRollByOurs() {
        // @start region="roll" :
        JournalOptions options = JournalOptions.defaults()
                .segmentBytes(1 << 20)
                .rollEvery(Duration.ofHours(1))
                .retention(Retention.keepAll().maxAge(Duration.ofDays(7)).consumedOnly(true))
                .durability(Durability.group(Duration.ofMillis(10)));
        try (Journal journal = Journal.open(folder, options);
                Appender appender = journal.exclusiveAppender()) { // alone in all processes, and faster
            Batch batch = appender.batch();
            batch.add("debit".getBytes(UTF_8)).add("credit".getBytes(UTF_8));
            batch.commit(); // both or none, after a crash, too
            CompletableFuture<Long> durable = appender.appendAsync("fee".getBytes(UTF_8));
            durable.join(); // survives the machine from now on
        }
        // @end
        try (Journal journal = Journal.openReadOnly(folder);
                Tailer tailer = journal.tailer()) {
            assertThat(tailer.seek(2).tryRead()).map(JournalRecord::index).hasValue(2L);
        }
    }

    @Test
    void shouldCopyWhatIsThere() {
        Path old = folder.resolve("old");
        try (ChronicleQueue queue = ChronicleQueue.single(old.toString());
                ExcerptAppender appender = queue.createAppender()) {
            for (int i = 0; i < 10; i++) {
                appender.writeText("order " + i);
            }
        }
        assertThatThrownBy(() -> Journal.open(old)).isInstanceOf(JournalFormatException.class);
        List<String> read = new ArrayList<>();
        // @start region="copy" :
        Codec<String> orders = Codec.strings();
        try (ChronicleQueue queue = ChronicleQueue.single(old.toString());
                ExcerptTailer tailer = queue.createTailer();
                Journal journal = Journal.open(folder.resolve("orders"));
                TypedAppender<String> appender = journal.exclusiveAppender(orders)) {
            for (String order = tailer.readText(); order != null; order = tailer.readText()) {
                appender.append(order);
            }
            journal.force();
        }
        // @end
        try (Journal journal = Journal.openReadOnly(folder.resolve("orders"));
                Tailer tailer = journal.tailer()) {
            tailer.poll(orders.handler((order, index) -> read.add(index + ": " + order)));
        }
        assertThat(read).hasSize(10).startsWith("0: order 0").endsWith("9: order 9");
    }
}
