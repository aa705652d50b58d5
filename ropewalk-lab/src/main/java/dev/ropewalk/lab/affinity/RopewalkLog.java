package dev.ropewalk.lab.affinity;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Durability;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.Tailer;
import java.nio.file.Path;

/** A journal whose appends return when they are durable, if so asked; appends at the same time share a force. */
final class RopewalkLog implements Log {
    private static final int LIMIT = 1 << 10;

    private final Journal journal;

    RopewalkLog(Path directory, Load load) {
        JournalOptions options = JournalOptions.defaults();
        journal = Journal.open(
                directory, load.workload() == Workload.DURABLE ? options.durability(Durability.each()) : options);
    }

    @Override
    public Writer writer() {
        Appender appender = journal.appender();
        return new Writer() {
            @Override
            public long append(byte[] entry) {
                return appender.append(entry);
            }

            @Override
            public void close() {
                appender.close();
            }
        };
    }

    @Override
    public long entries() {
        long entries = 0;
        try (Tailer tailer = journal.tailer()) {
            int polled;
            do {
                polled = tailer.poll((memory, offset, length, index) -> {}, LIMIT);
                entries += polled;
            } while (polled > 0);
        }
        return entries;
    }

    @Override
    public void close() {
        journal.close();
    }
}
