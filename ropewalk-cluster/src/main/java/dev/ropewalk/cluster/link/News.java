package dev.ropewalk.cluster.link;

import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * What this node tells another one by control records of one kind: items, each written as it is when its turn comes. So many changes of an item may be told as one, and the last one is
 * always told. There are never more of them than there are items, however slow the other node is. Any thread may add one; none waits.
 *
 * <p>A record has its kind in a byte, and items behind it, one after another.
 *
 * @param <T> the type of the items
 */
public final class News<T> {
    private static final int MAX_RECORD_BYTES = 16 << 10;
    private static final Duration FIRST_RETRY = Duration.ofMillis(50);
    private static final Duration MAX_RETRY = Duration.ofSeconds(1);

    private final Link link;
    private final byte kind;
    private final Predicate<byte[]> send;
    private final Function<? super T, byte[]> write;
    private final Alarm retry;

    /** What is to be told; guarded by this. */
    private final Set<T> untold = new LinkedHashSet<>();

    /** What is told next; belongs to who has the turn of the link. An item stays here until it is told, whatever goes wrong. */
    private final Set<T> telling = new LinkedHashSet<>();

    /** Whether the link has it to do; guarded by this. */
    private boolean isDue;

    private News(Link link, byte kind, Predicate<byte[]> send, Function<? super T, byte[]> write) {
        this.link = link;
        this.kind = kind;
        this.send = send;
        this.write = write;
        this.retry = link.alarm(FIRST_RETRY, MAX_RETRY, this::tell);
    }

    /**
     * Makes news that are told at once.
     *
     * @param write makes the bytes of an item, while the link's listener isn't called
     */
    public static <T> News<T> at(Link link, byte kind, Function<? super T, byte[]> write) {
        return new News<>(link, kind, link::control, write);
    }

    /** As {@link #at}, but the other node hears an item only after all messages that were sent before it was added. */
    public static <T> News<T> behindMessages(Link link, byte kind, Function<? super T, byte[]> write) {
        return new News<>(link, kind, link::controlAfterMessages, write);
    }

    /** Has an item told; nothing is, if the link has ended. */
    public void add(T item) {
        synchronized (this) {
            untold.add(item);
            if (isDue) {
                return;
            }
            isDue = true;
        }
        boolean isBegun = false;
        try {
            link.execute(this::tell);
            isBegun = true;
        } finally {
            if (!isBegun) {
                forgetDue(); // the next one has them told
            }
        }
    }

    private synchronized void forgetDue() {
        isDue = false;
    }

    private void tell() {
        boolean isDone = false;
        try {
            isDone = tellAll();
        } finally {
            if (isDone) {
                retry.reset();
            } else {
                tellLater();
            }
        }
    }

    private void tellLater() {
        boolean isSet = false;
        try {
            retry.set();
            isSet = true;
        } finally {
            if (!isSet) {
                forgetDue(); // the next one has them told
            }
        }
    }

    /** Tells what there is; returns false if more waits to be acknowledged than may. */
    private boolean tellAll() {
        while (take()) {
            if (!tellSome()) {
                return false;
            }
        }
        return true;
    }

    /** Takes what is to be told behind what is being told; returns whether there is anything. */
    private synchronized boolean take() {
        telling.addAll(untold);
        untold.clear();
        isDue = !telling.isEmpty();
        return isDue;
    }

    /** Tells as many items as a record has, and only then takes them out. */
    private boolean tellSome() {
        var record = new ByteArrayOutputStream();
        record.write(kind);
        List<T> told = new ArrayList<>();
        for (T item : telling) {
            if (record.size() >= MAX_RECORD_BYTES) {
                break;
            }
            record.writeBytes(write.apply(item));
            told.add(item);
        }
        try {
            if (!send.test(record.toByteArray())) {
                telling.clear(); // the link has ended
                return true;
            }
        } catch (IllegalStateException tooMuch) {
            return false;
        }
        for (T item : told) {
            telling.remove(item);
        }
        return true;
    }
}
