package dev.ropewalk.journal;

import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.write.Tail;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;

/**
 * A place in the journal for one record, to be written without a copy between. Made by {@link Appender#claim(int)} and used
 * by the same thread. It is open until {@link #commit()}, {@link #abort()} or {@link #close()}, which aborts what wasn't
 * committed. The payload is zero before it is written.
 *
 * <p>All methods but {@link #close()} throw {@link IllegalStateException} if it isn't open.
 */
public final class RecordClaim implements AutoCloseable {
    private static final long NONE = 0;

    private final Appender appender;
    private final Tail tail;
    private long word = NONE;

    RecordClaim(Appender appender, Tail tail) {
        this.appender = appender;
        this.tail = tail;
    }

    void open(long claimed) {
        word = claimed;
        tail.suspend();
    }

    /**
     * Returns the memory in which the payload lies, from {@link #offset()} on for {@link #length()} bytes. It holds other
     * records, too, which must not be written; {@code memory().asSlice(offset(), length())} guards against that. It is not
     * to be used when the claim isn't open any more.
     */
    public MemorySegment memory() {
        checkOpen();
        return tail.memory();
    }

    /** Returns where the payload starts in {@link #memory()}: a multiple of 8 bytes. */
    public long offset() {
        checkOpen();
        return tail.payloadAt();
    }

    /** Returns the payload's length in bytes. */
    public int length() {
        checkOpen();
        return RecordLayout.length(word);
    }

    /**
     * Publishes the record and returns its index.
     *
     * @throws ClaimInvalidatedException if others have given the claim up: the record isn't in the journal and never will be
     */
    public long commit() {
        checkOpen();
        try {
            int payload = appender.checksum().ofPayload(tail.memory(), tail.payloadAt(), RecordLayout.length(word));
            long claimed = end();
            return appender.appended(tail.commit(claimed, tail.commitWord(claimed, payload)));
        } catch (IllegalStateException | InternalError e) {
            throw tail.explain(e);
        }
    }

    /**
     * Publishes the record; the future completes with its index when it is durable. Its thread and its place among other futures are
     * those of {@link Appender#appendAsync(byte[])}.
     */
    public CompletableFuture<Long> commitAsync() {
        return appender.whenDurable(commit());
    }

    /** Gives the place up. Its index stays unused. */
    public void abort() {
        checkOpen();
        try {
            tail.abort(end());
        } catch (IllegalStateException | InternalError e) {
            throw tail.explain(e);
        }
    }

    /** Aborts the claim if it is open. */
    @Override
    public void close() {
        if (word != NONE) {
            try {
                abort();
            } catch (JournalClosedException closed) {
                // Others invalidate what a closed journal has left behind.
            }
        }
    }

    private long end() {
        long claimed = word;
        word = NONE;
        tail.resume();
        return claimed;
    }

    private void checkOpen() {
        if (word == NONE) {
            throw new IllegalStateException("no claim is open: it was committed or aborted before");
        }
    }
}
