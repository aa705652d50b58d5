package dev.ropewalk.lab.guide;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Batch;
import dev.ropewalk.journal.Codec;
import dev.ropewalk.journal.Durability;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.RecordHandler;
import dev.ropewalk.journal.Retention;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.journal.TypedAppender;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The code of docs/guide/journal.md, and what it computes. */
class JournalExamplesTest {
    private final Queue<Object> printed = new ConcurrentLinkedQueue<>();

    @TempDir
    private Path folder;

    @Test
    void shouldOutliveItsProcess() {
        // @start region="smallest" :
        Path directory = folder.resolve("orders");
        try (Journal journal = Journal.open(directory);
                Appender appender = journal.appender()) { // one for each thread, and kept
            long first = appender.append("books".getBytes(UTF_8));
            long second = appender.append("pens".getBytes(UTF_8));
            print(first + ", " + second); // 0, 1
        }
        try (Journal journal = Journal.open(directory); // later, in this process or another
                Tailer billing = journal.tailer("billing")) { // a cursor with a name goes on where it was
            billing.poll(RecordHandler.copying((bytes, length, index) -> print(new String(bytes, 0, length, UTF_8))));
            billing.commit();
        }
        // @end

        assertThat(printed).containsExactly("0, 1", "books", "pens");
    }

    @Test
    void shouldAppendValues() throws InterruptedException {
        try (Journal journal = Journal.open(folder.resolve("values"))) {
            // @start region="values" :
            TypedAppender<String> appender = journal.appender(Codec.strings());
            appender.append("books");
            Tailer tailer = journal.tailer(); // from the first record
            tailer.await(); // waits for a record
            tailer.poll(Codec.strings().handler((value, index) -> print(value)));
            // @end
            tailer.close();
            appender.close();
        }

        assertThat(printed).containsExactly("books");
    }

    @Test
    void shouldAppendABatch() {
        try (Journal journal = Journal.open(folder.resolve("batches"));
                Appender appender = journal.appender()) {
            // @start region="batch" :
            Batch batch = appender.batch();
            batch.add("debit".getBytes(UTF_8)).add("credit".getBytes(UTF_8));
            long first = batch.commit(); // after a crash both are there, or none
            // @end

            assertThat(first).isZero();
            assertThat(journal.stats().nextIndex()).isEqualTo(2);
        }
    }

    @Test
    void shouldBeDurable() throws Exception {
        // @start region="durability" :
        JournalOptions options = JournalOptions.defaults().durability(Durability.group(Duration.ofMillis(5)));
        try (Journal journal = Journal.open(folder.resolve("orders"), options);
                Appender appender = journal.appender()) {
            CompletableFuture<Long> durable = appender.appendAsync("books".getBytes(UTF_8));
            print(durable.get()); // 0: it survives the machine's crash now
            appender.append("pens".getBytes(UTF_8));
            journal.force(); // and so does all that was appended before
        }
        // @end

        assertThat(printed).containsExactly(0L);
    }

    @Test
    void shouldBeOpenedAgain() {
        // @start region="retention" :
        JournalOptions options = JournalOptions.defaults()
                .segmentBytes(16L << 20)
                .retention(
                        Retention.keepAll().consumedOnly(true)) // a segment stays until all named cursors are past it
                .create(false); // a mistyped path is an error then, and no empty journal
        // @end
        Journal.open(folder.resolve("orders")).close();
        try (Journal journal = Journal.open(folder.resolve("orders"), options)) {
            // @start region="recovery" :
            journal.recovery().ifPresent(report -> {
                print(report.invalidatedClaims()); // of writers that died halfway
                report.cut().ifPresent(cut -> print(cut.bytes() + " torn bytes are kept in " + cut.kept()));
            });
            // @end
            // @start region="looking" :
            print(journal.stats().nextIndex() - journal.stats().firstIndex()); // records that are there
            print(journal.cursorIndexes()); // how far each named cursor is
            print(journal.durableIndex()); // records before it are durable
            // @end
        }

        assertThat(printed).hasSize(3);
        assertThat(printed.peek()).isEqualTo(0L);
    }

    @Test
    void shouldRebuildState() throws InterruptedException {
        try (Journal journal = Journal.open(folder.resolve("amounts"))) {
            // @start region="rebuild" :
            record Deposit(long account, long amount) {}

            Codec<Deposit> deposits = Codec.records(MethodHandles.lookup(), Deposit.class);
            AtomicLong balance = new AtomicLong(); // the state, which is rebuilt at each start
            try (TypedAppender<Deposit> appender = journal.appender(deposits);
                    Tailer tailer = journal.tailer()) {
                appender.append(new Deposit(12, 10));
                appender.append(new Deposit(12, -3));
                RecordHandler apply = deposits.handler((deposit, index) -> balance.addAndGet(deposit.amount()));
                while (tailer.await(Duration.ofSeconds(1))) { // a second without a record is the end
                    tailer.poll(apply);
                }
                print(balance); // 7
                print(tailer.index()); // 2: save it with a snapshot of the state, and seek there next time
            }
            // @end
        }

        assertThat(printed).map(Object::toString).containsExactly("7", "2");
    }

    private void print(Object what) {
        printed.add(what);
    }
}
