package exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Batch;
import dev.ropewalk.journal.Codec;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.pipeline.EventHandler;
import java.util.ArrayList;
import java.util.List;

/** Appends a batch of the ring as a batch of a journal. */
final class Journaller implements EventHandler<Order> {
    private final Appender appender;
    private final Batch batch;

    Journaller(Journal journal) {
        appender = journal.exclusiveAppender();
        batch = appender.batch();
    }

    @Override
    public void onBatchStart(long size) {
        batch.clear(); // after a failure the whole batch comes again
    }

    @Override
    public void onEvent(Order order, long sequence, boolean endOfBatch) {
        if (order.isNew()) {
            batch.add(order.record().getBytes(UTF_8));
        }
        if (endOfBatch && batch.size() > 0) {
            batch.commit();
        }
    }

    @Override
    public void onStop() {
        appender.close();
    }

    /** Brings two journals level, since a process may die between them, and returns all orders. */
    static List<String> recover(Journal journal, Journal replica) {
        List<String> orders = read(journal);
        List<String> copies = read(replica);
        int common = Math.min(orders.size(), copies.size());
        if (!orders.subList(0, common).equals(copies.subList(0, common))) {
            throw new IllegalStateException("the journal and its replica aren't of the same exchange");
        }
        List<String> longer = orders.size() > common ? orders : copies;
        try (var appender = (longer == orders ? replica : journal).appender(Codec.strings())) {
            longer.subList(common, longer.size()).forEach(appender::append);
        }
        return longer;
    }

    static List<String> read(Journal journal) {
        List<String> lines = new ArrayList<>();
        try (Tailer tailer = journal.tailer()) {
            while (tailer.poll(Codec.strings().handler((line, index) -> lines.add(line))) > 0) {}
        }
        return lines;
    }
}
