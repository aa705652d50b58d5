package dev.ropewalk.journal.snippets;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Batch;
import dev.ropewalk.journal.Codec;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.RecordClaim;
import dev.ropewalk.journal.RecordHandler;
import dev.ropewalk.journal.RecordSubscriber;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.journal.TypedAppender;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** The code that the documentation of journals shows. */
@SuppressWarnings("unused") // it shows what can be called
abstract class JournalSnippets {
    abstract void bill(MemorySegment payload);

    abstract void log(String text);

    abstract Flow.Subscriber<String> bills();

    abstract Flow.Publisher<String> web();

    void overview() {
        // @start region="overview" :
        try (Journal journal = Journal.open(Path.of("orders"))) {
            Appender appender = journal.appender();
            long index = appender.append("hello".getBytes(UTF_8));

            Tailer tailer = journal.tailer("billing");
            tailer.poll((memory, offset, length, at) -> bill(memory.asSlice(offset, length)));
            tailer.commit();
        }
        // @end
    }

    void appenders(Journal journal) {
        // @start region="appender" :
        try (Appender appender = journal.appender()) {
            long index = appender.append("hello".getBytes(UTF_8));
        }
        // @end
    }

    void exclusive(Journal journal) {
        // @start region="exclusive" :
        try (Appender appender = journal.exclusiveAppender()) {
            long index = appender.append("hello".getBytes(UTF_8));
        }
        // @end
    }

    void claims(Appender appender, long order, double price) {
        // @start region="claim" :
        try (RecordClaim claim = appender.claim(16)) {
            claim.memory().set(JAVA_LONG, claim.offset(), order);
            claim.memory().set(JAVA_DOUBLE, claim.offset() + 8, price);
            claim.commit();
        }
        // @end
    }

    void batches(Appender appender) {
        // @start region="batch" :
        Batch batch = appender.batch();
        batch.add("debit".getBytes(UTF_8)).add("credit".getBytes(UTF_8));
        long first = batch.commit();
        // @end
    }

    void codecs(Journal journal, Tailer tailer) {
        // @start region="codec" :
        record Trade(long order, double price) {}

        Codec<Trade> trades = Codec.records(MethodHandles.lookup(), Trade.class);
        TypedAppender<Trade> appender = journal.appender(trades);
        appender.append(new Trade(7, 12.5));
        tailer.poll(trades.handler((trade, index) -> System.out.println(trade.price())), 100);
        // @end
    }

    void copying(Tailer tailer, ByteArrayOutputStream out) {
        // @start region="copying" :
        tailer.poll(RecordHandler.copying((bytes, length, index) -> out.write(bytes, 0, length)), 100);
        // @end
    }

    void publisher(Journal journal) {
        Flow.Subscriber<String> bills = bills();
        // @start region="publisher" :
        journal.publisher(Codec.strings()).cursor("billing").subscribe(bills);
        // @end
    }

    void subscriber(Journal journal) {
        Flow.Publisher<String> web = web();
        // @start region="subscriber" :
        RecordSubscriber<String> orders = journal.appender(Codec.strings()).subscriber();
        web.subscribe(orders);
        CompletableFuture<Void> told = orders.done().thenAccept(records -> log(records + " orders are on the disk"));
        // @end
    }
}
