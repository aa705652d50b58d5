package dev.ropewalk.cluster.testkit;

import dev.ropewalk.cluster.outbox.OutboxLog;
import dev.ropewalk.cluster.outbox.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an outbox keeps, in memory: of a process that ends, or of a machine that stops, by the word of a test. It can refuse. */
final class MemoryStorage implements Storage {
    private final Records messages;
    private final Records unreadable;
    private String boot;
    private Optional<Identity> identity;
    private boolean hasUnreadable;

    /** How many records of the messages are lost with the process; not zero is a flaw. */
    private final int lazy;

    private boolean isGone;
    private boolean isFull;
    private boolean isAsideFull;
    private boolean mustForceFail;
    private boolean mustReadFail;
    private boolean mustIdentityFail;

    private MemoryStorage(
            List<byte[]> messages, long position, List<byte[]> unreadable, Optional<Identity> identity, int lazy) {
        this.messages = new Records(messages, position);
        this.unreadable = new Records(unreadable, 0);
        this.identity = identity;
        this.hasUnreadable = !unreadable.isEmpty();
        this.boot = "boot";
        this.lazy = lazy;
    }

    MemoryStorage() {
        this(0);
    }

    MemoryStorage(int lazy) {
        this(List.of(), 0, List.of(), Optional.empty(), lazy);
    }

    /** The process ends: whatever it does from now on isn't kept. Returns what the next one finds. */
    synchronized MemoryStorage kill() {
        isGone = true;
        int lost = identity.isPresent() && identity.get().isClosed() ? 0 : lazy;
        var next = new MemoryStorage(messages.without(lost), messages.position, unreadable.records, identity, lazy);
        next.boot = boot;
        return next;
    }

    /** The machine stops, and the last records of the messages are lost with it. */
    synchronized MemoryStorage stop(int lost) {
        isGone = true;
        List<byte[]> left = messages.without(lost);
        var next =
                new MemoryStorage(left, Math.min(messages.position, left.size()), unreadable.records, identity, lazy);
        next.boot = boot + "'";
        return next;
    }

    /** Takes nothing more, or takes it again. */
    synchronized void full(boolean value) {
        isFull = value;
    }

    /** Takes nothing more that can't be read, or takes it again. */
    synchronized void fullAside(boolean value) {
        isAsideFull = value;
    }

    /** Can't be read, or can again. */
    synchronized void readFails(boolean value) {
        mustReadFail = value;
    }

    /** Can't write the identity, or can again. */
    synchronized void identityFails(boolean value) {
        mustIdentityFail = value;
    }

    synchronized void forceFails() {
        mustForceFail = true;
    }

    /** Returns how many records of the messages the next opening reads. */
    synchronized long length() {
        return messages.records.size() - messages.position;
    }

    @Override
    public OutboxLog messages() {
        return messages;
    }

    @Override
    public synchronized Optional<OutboxLog> unreadable() {
        return hasUnreadable ? Optional.of(unreadable) : Optional.empty();
    }

    @Override
    public synchronized OutboxLog newUnreadable() {
        hasUnreadable = true;
        return unreadable;
    }

    @Override
    public synchronized Optional<Identity> identity() {
        return identity;
    }

    @Override
    public synchronized void identity(Identity value) {
        if (mustIdentityFail) {
            throw new IllegalStateException("no space is left for the identity");
        }
        if (!isGone) {
            identity = Optional.of(value);
        }
    }

    @Override
    public synchronized String boot() {
        return boot;
    }

    @Override
    public String toString() {
        return "the outbox in memory";
    }

    /** Some records. Those before the position are deleted. */
    private final class Records implements OutboxLog {
        private final List<byte[]> records;
        private long position;

        Records(List<byte[]> records, long position) {
            this.records = new ArrayList<>(records);
            this.position = position;
        }

        private List<byte[]> without(int lost) {
            return List.copyOf(records.subList(0, Math.max(0, records.size() - lost)));
        }

        @Override
        public String lastCut() {
            return "";
        }

        @Override
        public long append(byte[] record) {
            synchronized (MemoryStorage.this) {
                if (isFull || isGone || (isAsideFull && this == unreadable)) {
                    throw new IllegalStateException(isGone ? "the process has ended" : "no space is left");
                }
                records.add(record.clone());
                return records.size() - 1L;
            }
        }

        @Override
        public void force() {
            synchronized (MemoryStorage.this) {
                if (mustForceFail) {
                    throw new IllegalStateException("the disk is broken");
                }
            }
        }

        @Override
        public long position() {
            synchronized (MemoryStorage.this) {
                return position;
            }
        }

        @Override
        public void position(long index) {
            synchronized (MemoryStorage.this) {
                if (!isGone) {
                    position = index;
                }
            }
        }

        @Override
        public Reader reader() {
            return new MemoryReader();
        }

        @Override
        public void close() {}

        private final class MemoryReader implements Reader {
            private long index;

            @Override
            public void seek(long to) {
                synchronized (MemoryStorage.this) {
                    if (to < position || to > records.size()) {
                        throw new IllegalArgumentException(
                                "record " + to + " isn't from " + position + " to " + records.size());
                    }
                    index = to;
                }
            }

            @Override
            public long index() {
                return index;
            }

            @Override
            public int poll(Visitor visitor, int limit) {
                int count = 0;
                byte[] next = next();
                while (next != null && count < limit) {
                    visitor.visit(next.clone(), next.length, index);
                    index++;
                    count++;
                    next = next();
                }
                return count;
            }

            private byte @Nullable [] next() {
                synchronized (MemoryStorage.this) {
                    if (mustReadFail) {
                        throw new IllegalStateException("the disk can't be read");
                    }
                    index = Math.max(index, position);
                    return index < records.size() ? records.get((int) index) : null;
                }
            }

            @Override
            public void close() {}
        }
    }
}
