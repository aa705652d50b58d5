package dev.ropewalk.lab.shop;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.scheduler.Scheduler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The pipeline of the shop, which books sales and writes them into a journal, and the audit, which reads them slower than they come. */
final class Ledger implements AutoCloseable {
    private static final int SALES_A_TICK = 500;
    private static final int AUDITS_A_TICK = 400;
    private static final int CAPACITY = 4096;
    private static final long SLOW_NANOS = 100_000;

    /** An event. */
    private static final class Sale {
        long number;
        long amount;
    }

    private final Journal journal;
    private final Appender appender;
    private final Tailer audit;
    private final Pipeline<Sale> pipeline;
    private long sales;
    private long sum;

    Ledger(Scheduler scheduler, Trouble.Knobs knobs, Path folder) {
        this.journal = Journal.open(folder.resolve("sales"));
        this.appender = journal.appender();
        this.audit = journal.tailer("audit");
        this.pipeline = Pipeline.<Sale>builder(Sale::new)
                .name("ledger")
                .capacity(CAPACITY)
                .scheduler(scheduler)
                .stage("price", (sale, sequence, endOfBatch) -> sale.amount = sale.number % 97)
                .stage("tax", (sale, sequence, endOfBatch) -> {
                    if (knobs.isOn(Trouble.SLOW_STAGE)) {
                        LockSupport.parkNanos(SLOW_NANOS);
                    }
                })
                .stage("book", (sale, sequence, endOfBatch) -> sum += sale.amount)
                .stage("journal", (sale, sequence, endOfBatch) -> {
                    appender.append(("sale " + sale.number).getBytes(UTF_8));
                    if (endOfBatch) {
                        journal.force();
                    }
                })
                .build();
    }

    /** Publishes some sales, as many as there is room for; called again and again, one call at a time. */
    void tick() {
        for (int i = 0; i < SALES_A_TICK; i++) {
            if (pipeline.tryPublish((sale, sequence) -> sale.number = sequence)) {
                sales++;
            }
        }
        if (audit.poll((memory, offset, length, index) -> {}, AUDITS_A_TICK) > 0) {
            audit.commit();
        }
    }

    @Override
    public void close() {
        pipeline.close(Duration.ofSeconds(2));
        audit.close();
        appender.close();
        journal.close();
    }

    @Override
    public String toString() {
        return sales + " sales of " + sum;
    }
}
