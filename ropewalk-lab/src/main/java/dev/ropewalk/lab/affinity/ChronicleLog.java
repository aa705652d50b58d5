package dev.ropewalk.lab.affinity;

import java.nio.file.Path;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;

/** A Chronicle Queue. It never forces. */
final class ChronicleLog implements Log {
    private final ChronicleQueue queue;

    ChronicleLog(Path directory) {
        queue = ChronicleTransport.open(directory);
    }

    @Override
    public Writer writer() {
        ExcerptAppender appender = queue.createAppender();
        return new Writer() {
            @Override
            public long append(byte[] entry) {
                try (DocumentContext document = appender.writingDocument()) {
                    document.wire().bytes().write(entry);
                }
                return queue.rollCycle().toSequenceNumber(appender.lastIndexAppended());
            }

            @Override
            public void close() {
                appender.close();
            }
        };
    }

    @Override
    public long entries() {
        try (ExcerptTailer tailer = queue.createTailer()) {
            long entries = 0;
            while (true) {
                try (DocumentContext document = tailer.readingDocument()) {
                    if (!document.isPresent()) {
                        return entries;
                    }
                    entries++;
                }
            }
        }
    }

    @Override
    public void close() {
        queue.close();
    }
}
