package dev.ropewalk.journal.flow;

import dev.ropewalk.journal.JournalClosedException;
import dev.ropewalk.journal.files.Closing;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The flows from and to a journal, which are told when it is closed. Thread-safe. */
public final class OpenFlows {
    private final Set<Party> parties = new LinkedHashSet<>();
    private @Nullable Supplier<JournalClosedException> closed;

    /** Makes one without flows. */
    public OpenFlows() {}

    /** One end of a flow. */
    interface Party {
        /** Ends the flow, since the journal is closed. It must be quick. */
        void journalClosed(JournalClosedException why);
    }

    /** Adds a flow, which is told at once if the journal is closed. */
    void enter(Party party) {
        Supplier<JournalClosedException> why;
        synchronized (this) {
            why = closed;
            if (why == null) {
                boolean ignored = parties.add(party);
            }
        }
        if (why != null) {
            party.journalClosed(why.get());
        }
    }

    /** Removes a flow that has ended. */
    synchronized void leave(Party party) {
        boolean ignored = parties.remove(party);
    }

    /** Tells all flows that the journal is closed, whatever one of them throws; the first of that is thrown behind the last. */
    public void close(Supplier<JournalClosedException> why) {
        List<Party> left;
        synchronized (this) {
            closed = why;
            left = List.copyOf(parties);
            parties.clear();
        }
        var closing = new Closing();
        for (Party party : left) {
            closing.then(() -> party.journalClosed(why.get()));
        }
        closing.end();
    }
}
