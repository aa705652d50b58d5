package dev.ropewalk.journal.read;

import dev.ropewalk.journal.JournalClosedException;
import dev.ropewalk.journal.files.LockFile;
import java.util.OptionalLong;

/** A named cursor that this process holds, until it is closed. Thread-safe. */
public final class NamedCursor implements AutoCloseable {
    private final Cursors cursors;
    private final String name;
    private final CursorFile file;
    private final LockFile.Hold hold;
    private boolean closed;

    NamedCursor(Cursors cursors, String name, CursorFile file, LockFile.Hold hold) {
        this.cursors = cursors;
        this.name = name;
        this.file = file;
        this.hold = hold;
    }

    /** Returns the index of the next record, if one was committed. */
    public synchronized OptionalLong index() {
        checkOpen();
        return file.index();
    }

    /** Makes a tailer that is opened later start at this index. */
    public synchronized void commit(long index) {
        // The lock keeps the file mapped meanwhile, and others from the cursor. No thread contends for it.
        checkOpen();
        file.setIndex(index);
    }

    private void checkOpen() {
        if (closed) {
            throw new JournalClosedException("cursor " + name + " is closed");
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            cursors.forget(this);
            file.close();
            hold.close();
        }
    }
}
