package dev.ropewalk.journal;

import dev.ropewalk.journal.files.TailLock;
import dev.ropewalk.journal.open.JournalFiles;
import dev.ropewalk.journal.store.SegmentStore;
import dev.ropewalk.journal.write.Gate;
import dev.ropewalk.journal.write.Tail;
import java.util.Objects;

/** Which appender a test is about. What one does the other does, too, but for the lock. */
public enum AppenderKind {
    SHARED,
    EXCLUSIVE;

    public Appender of(Journal journal) {
        return this == SHARED ? journal.appender() : journal.exclusiveAppender();
    }

    <T> TypedAppender<T> of(Journal journal, Codec<T> codec) {
        return this == SHARED ? journal.appender(codec) : journal.exclusiveAppender(codec);
    }

    public Tail tail(JournalFiles files, int epoch) {
        return tail(files, files.store(), epoch);
    }

    Tail tail(JournalFiles files, SegmentStore store, int epoch) {
        TailLock lock = Objects.requireNonNull(files.opening()).tailLock();
        return new Tail(store, new Gate(), epoch, this == SHARED ? lock.share() : lock.own());
    }
}
