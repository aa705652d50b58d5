package dev.ropewalk.cluster.outbox;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.CutTail;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalInfo;
import dev.ropewalk.journal.JournalInspector;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.RecordHandler;
import dev.ropewalk.journal.RecoveryReport;
import dev.ropewalk.journal.Retention;
import dev.ropewalk.journal.Tailer;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Records in a journal of their own, whose cursor is the position. Its exclusive appender keeps all others out. When records are lost with the machine, the journal sets the cursor back to what is left. */
final class JournalLog implements OutboxLog {
    private static final String CURSOR = "sent";

    private final Journal journal;
    private final Appender appender;
    private final Tailer cursor;
    private final Runnable closed;
    private long position;

    /** As it was opened. */
    private final JournalInfo info;

    private JournalLog(Journal journal, Appender appender, JournalInfo info, Runnable closed) {
        this.journal = journal;
        this.closed = closed;
        this.info = info;
        this.appender = appender;
        this.cursor = journal.tailer(CURSOR);
        this.position = cursor.index();
    }

    /**
     * Opens one.
     *
     * @param closed is run when it is closed; perhaps more than once
     * @throws dev.ropewalk.journal.TailHeldException if it is open already
     */
    static JournalLog open(Path folder, long segmentBytes, Runnable closed) {
        var options = JournalOptions.defaults()
                .segmentBytes(segmentBytes)
                .retention(Retention.keepAll().consumedOnly(true));
        Journal journal = Journal.open(folder, options);
        try (JournalInspector inspector = JournalInspector.open(folder)) {
            return new JournalLog(journal, journal.exclusiveAppender(), inspector.info(), closed);
        } catch (RuntimeException | Error failed) {
            journal.close();
            throw failed;
        }
    }

    /** Returns what this opening has cut off its end, which was damaged. */
    Optional<CutTail> cut() {
        return journal.recovery().flatMap(RecoveryReport::cut);
    }

    /** Returns the size of its segments: that with which it was made. */
    long segmentBytes() {
        return info.segmentBytes();
    }

    @Override
    public String lastCut() {
        return info.lastRecovery()
                .filter(last -> last.byRepair() || last.report().cut().isPresent())
                .map(last -> last.at().toString())
                .orElse("");
    }

    @Override
    public long append(byte[] record) {
        return appender.append(record);
    }

    @Override
    public void force() {
        journal.force();
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public void position(long index) {
        if (index > cursor.index()) {
            Tailer ignored = cursor.seekToEnd();
        }
        cursor.commit(index);
        position = index;
    }

    @Override
    public Reader reader() {
        return new JournalReader(journal.tailer());
    }

    @Override
    public void close() {
        try {
            journal.close();
        } finally {
            closed.run();
        }
    }

    private static final class JournalReader implements Reader {
        private final Tailer tailer;
        private @Nullable Visitor last;
        private @Nullable RecordHandler handler;

        JournalReader(Tailer tailer) {
            this.tailer = tailer;
        }

        @Override
        public void seek(long index) {
            Tailer ignored = tailer.seek(index);
        }

        @Override
        public long index() {
            return tailer.index();
        }

        @Override
        public int poll(Visitor visitor, int limit) {
            RecordHandler known = handler;
            if (known == null || !visitor.equals(last)) {
                known = RecordHandler.copying(visitor::visit);
                handler = known;
                last = visitor;
            }
            return tailer.poll(known, limit);
        }

        @Override
        public void close() {
            tailer.close();
        }
    }
}
