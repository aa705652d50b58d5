package dev.ropewalk.journal.write;

import dev.ropewalk.journal.JournalException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Whether an opened journal takes records. Once shut it stays so, and the first reason is the one that counts. Thread-safe. */
public final class Gate {
    // Read before each append: a load of a line that no thread writes.
    private volatile @Nullable Supplier<? extends JournalException> reason;

    /** Throws why no more records are taken, if it is so. */
    public void check() {
        Supplier<? extends JournalException> why = reason;
        if (why != null) {
            throw why.get();
        }
    }

    /** Refuses all later appends for this reason; returns whether it is the first one. */
    public synchronized boolean shut(Supplier<? extends JournalException> why) {
        if (reason != null) {
            return false;
        }
        reason = why;
        return true;
    }
}
