package dev.ropewalk.journal;

import dev.ropewalk.journal.durability.Forcing;
import dev.ropewalk.journal.flow.OpenFlows;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.Payloads;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.write.Tail;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Appends records to a journal. A record is a sequence of bytes, may be empty, and fits in one segment. Its index is dense
 * from 0, except that aborted and invalidated claims leave gaps.
 *
 * <p>For the use of one thread at a time, closing included; take one for each thread. Any number of appenders, in any number of
 * processes, append to one journal, and their records have one order; an {@linkplain Journal#exclusiveAppender() exclusive}
 * appender appends alone. An append doesn't wait for others, makes no system call unless the journal's {@link Durability} asks
 * for it, and allocates nothing; there is no back-pressure, since the disk is the buffer.
 *
 * {@snippet class="dev.ropewalk.journal.snippets.JournalSnippets" region="appender" :
 * try (Appender appender = journal.appender()) {
 *     long index = appender.append("hello".getBytes(UTF_8));
 * }
 * }
 *
 * <p>Errors of all forms: {@link IllegalArgumentException} if the record is too long for a segment,
 * {@link JournalClosedException}, {@link JournalPoisonedException}, {@link JournalIoException}, {@link ClaimInvalidatedException} if
 * this thread slept so long in the middle that another thread invalidated its claim. The record isn't appended then.
 * {@link IllegalStateException} if a claim of this appender is open. If a file is truncated while it is mapped, HotSpot may tell
 * compiled code late: then the first sign is an {@link InternalError} after an append has returned, and the next append throws
 * {@link JournalIoException}.
 */
public final class Appender implements AutoCloseable {
    private final Tail tail;
    private final Forcing forcing;
    private final OpenFlows flows;
    private final boolean forces;
    private final Checksum checksum = new Checksum();
    private final RecordClaim claim;
    private byte[] copy = new byte[256];

    Appender(Tail tail, Forcing forcing, OpenFlows flows, boolean forces) {
        this.tail = tail;
        this.forcing = forcing;
        this.flows = flows;
        this.forces = forces;
        this.claim = new RecordClaim(this, tail);
    }

    /** Appends the bytes as a record and returns its index. */
    public long append(byte[] bytes) {
        Objects.requireNonNull(bytes, "bytes");
        return append(bytes, 0, bytes.length);
    }

    /**
     * Appends some of the bytes as a record and returns its index. They must not change meanwhile: the record would be
     * taken for damaged.
     */
    public long append(byte[] bytes, int from, int length) {
        Objects.requireNonNull(bytes, "bytes");
        Objects.checkFromIndexSize(from, length, bytes.length);
        int payload = checksum.ofPayload(bytes, from, length);
        long word = tail.word(RecordLayout.DATA, 1, length);
        // Before the claim, so that a claim stays open for as short as possible, and since nothing overlaps with it.
        long commit = tail.commitWord(word, payload);
        try {
            if (!tail.tryClaim(word, length)) {
                tail.claimFurther(word, length);
                commit = tail.commitWord(word, payload);
            }
            Payloads.copy(bytes, from, tail.memory(), tail.payloadAt(), length);
            return appended(tail.commit(word, commit));
        } catch (IllegalStateException | InternalError e) {
            throw tail.explain(e);
        }
    }

    /** Appends the buffer's remaining bytes as a record and returns its index. The buffer's position stays. */
    public long append(ByteBuffer bytes) {
        Objects.requireNonNull(bytes, "bytes");
        if (bytes.hasArray()) {
            return append(bytes.array(), bytes.arrayOffset() + bytes.position(), bytes.remaining());
        }
        int length = bytes.remaining();
        Payloads.read(bytes, room(length), 0);
        return append(copy, 0, length);
    }

    /** Appends the segment's bytes as a record and returns its index. */
    public long append(MemorySegment bytes) {
        Objects.requireNonNull(bytes, "bytes");
        return append(bytes, 0, bytes.byteSize());
    }

    /** Appends some of the segment's bytes as a record and returns its index. */
    public long append(MemorySegment bytes, long from, long length) {
        Objects.requireNonNull(bytes, "bytes");
        int size = Payloads.checkLength(length);
        // Copied first: what goes wrong with the caller's memory goes wrong before the claim.
        Payloads.read(bytes, from, room(size), 0, size);
        return append(copy, 0, size);
    }

    /**
     * Appends the bytes as a record; the future completes with its index when it is durable. With {@link Durability#none()} and
     * {@link Durability#group(long)} this asks for a force, so that a lone record doesn't wait for others; with
     * {@link Durability#group(java.time.Duration)} the record is forced when its time has come; with {@link Durability#each()} it is
     * durable when this returns. The future fails with {@link JournalPoisonedException} if forcing fails. What goes wrong before that is
     * thrown.
     *
     * <p>Futures complete in the order of their records, one after the other, on a virtual thread of the JDK. What depends on them
     * should be brief: while a callback runs, later futures of the journal, from all its appenders, wait. So a callback must not wait for a later
     * one; {@link CompletableFuture#join()} and {@link CompletableFuture#get()} of the future itself refuse that with
     * {@link IllegalStateException}, other ways to wait hang. A callback may append, force, and close the journal. One that is added
     * to a future that has completed runs at once, in the thread that adds it: to keep the order, add it before the next append.
     *
     * <p>The order holds for all futures of one appender. Of several appenders, it holds for the futures that wait for the same force; a
     * thread that comes late to its future, after others have had a later record forced, gets it completed after theirs. What needs
     * the order of the journal itself reads it by a {@link Tailer}.
     */
    public CompletableFuture<Long> appendAsync(byte[] bytes) {
        return whenDurable(append(bytes));
    }

    /** Like {@link #appendAsync(byte[])}, with the buffer's remaining bytes. */
    public CompletableFuture<Long> appendAsync(ByteBuffer bytes) {
        return whenDurable(append(bytes));
    }

    /** Like {@link #appendAsync(byte[])}, with the segment's bytes. */
    public CompletableFuture<Long> appendAsync(MemorySegment bytes) {
        return whenDurable(append(bytes));
    }

    /**
     * Claims a record of so many bytes, to be written in place and then committed or aborted. Until then nothing else can be
     * appended by this appender, and readers of the journal wait behind the claim; they invalidate it when the process is dead or
     * {@linkplain JournalOptions#claimTimeout() so long} has passed.
     *
     * {@snippet class="dev.ropewalk.journal.snippets.JournalSnippets" region="claim" :
     * try (RecordClaim claim = appender.claim(16)) {
     *     claim.memory().set(JAVA_LONG, claim.offset(), order);
     *     claim.memory().set(JAVA_DOUBLE, claim.offset() + 8, price);
     *     claim.commit();
     * }
     * }
     *
     * @param length in bytes, from 0
     * @return the same object each time
     */
    public RecordClaim claim(int length) {
        Payloads.checkLength(length);
        try {
            long word = tail.word(RecordLayout.DATA, 1, length);
            tail.claim(word, length);
            claim.open(word);
        } catch (IllegalStateException | InternalError e) {
            throw tail.explain(e);
        }
        return claim;
    }

    /**
     * Returns a batch: records that are gathered in memory, and then appended together.
     *
     * {@snippet class="dev.ropewalk.journal.snippets.JournalSnippets" region="batch" :
     * Batch batch = appender.batch();
     * batch.add("debit".getBytes(UTF_8)).add("credit".getBytes(UTF_8));
     * long first = batch.commit();
     * }
     */
    public Batch batch() {
        return new Batch(this, tail);
    }

    /** Returns a subscriber that appends each array as a record; see {@link RecordSubscriber}. This belongs to it from then on. */
    public RecordSubscriber<byte[]> subscriber() {
        return new RecordSubscriber<>(this, this::append);
    }

    OpenFlows flows() {
        return flows;
    }

    long appended(long index) {
        if (forces) {
            forcing.appended(tail.position());
        }
        return index;
    }

    CompletableFuture<Long> whenDurable(long index) {
        return forcing.whenDurable(tail.position(), index);
    }

    Checksum checksum() {
        return checksum;
    }

    private byte[] room(int length) {
        if (copy.length < length) {
            copy = new byte[Math.max(length, 2 * copy.length)];
        }
        return copy;
    }

    /** Aborts an open claim and lets go of the journal's memory. Does nothing the second time. */
    @Override
    public void close() {
        if (!tail.isClosed()) {
            try {
                claim.close();
            } finally {
                tail.close();
            }
        }
    }
}
