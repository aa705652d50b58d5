package dev.ropewalk.cluster.node;

import dev.ropewalk.base.Failures;
import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.link.Link;
import dev.ropewalk.cluster.reliable.Origin;
import dev.ropewalk.cluster.reliable.SenderNumber;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What entities of this node have to tell senders of another one: which messages were handled, and that some are missing. It waits here until it is worth a record, or the sender waits for it, a hundredth of a second at
 * most. Records come in their order, so that a sender knows what was handled when it hears that it is to begin again, or that a shard has moved. Any thread may use it.
 */
final class HandledBox {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster", HandledBox.class);
    private static final Duration MAX_DELAY = Duration.ofMillis(10);
    private static final int ENTRY_BYTES = 3 * Long.BYTES + Integer.BYTES;
    private static final int ENTRIES = 500;
    private static final int TEXTS = 50;
    private static final int MAX_TEXT = 500;

    private final OutletHost own;
    private final Link link;
    private final LimitedLog refused;
    private final Map<Long, News> news = new LinkedHashMap<>();
    private final ArrayDeque<Thrown> thrown = new ArrayDeque<>();
    private boolean isFlushing;
    private boolean isDelayed;

    /** What there is to tell a sender. */
    private static final class News {
        long handledBefore;
        int round = -1;
        long token;
    }

    private static final class Thrown {
        final long sender;
        final long number;
        final byte[] text;

        Thrown(long sender, long number, byte[] text) {
            this.sender = sender;
            this.number = number;
            this.text = text;
        }

        int size() {
            return 2 * Long.BYTES + Short.BYTES + text.length;
        }
    }

    HandledBox(OutletHost own, Link link) {
        this.own = own;
        this.link = link;
        this.refused =
                new LimitedLog(LOG, "records to " + link.peer(), own.system().scheduler()::nanoTime);
    }

    /** Returns a sender over there. */
    Origin origin(long sender) {
        return SenderNumber.origin(sender, new Sender(this, sender));
    }

    /** A sender over there; two of the same number are the same. */
    private record Sender(HandledBox box, long number) implements Origin {
        @Override
        public void handled(long before, boolean isAwaited) {
            box.handled(number, before, isAwaited);
        }

        @Override
        public void failed(long message, Throwable failure) {
            box.failed(number, message, failure);
        }

        @Override
        public void again(int round, long token) {
            box.again(number, round, token);
        }
    }

    private void handled(long sender, long before, boolean isAwaited) {
        synchronized (this) {
            News of = news.computeIfAbsent(sender, s -> new News());
            of.handledBefore = Math.max(of.handledBefore, before);
        }
        if (isAwaited) {
            flushSoon();
        } else {
            flushLater();
        }
    }

    private void failed(long sender, long number, Throwable failure) {
        String text = Failures.text(failure);
        byte[] bytes = text.substring(0, Math.min(text.length(), MAX_TEXT)).getBytes(StandardCharsets.UTF_8);
        synchronized (this) {
            thrown.addLast(new Thrown(sender, number, bytes));
        }
    }

    private void again(long sender, int round, long token) {
        synchronized (this) {
            News of = news.computeIfAbsent(sender, s -> new News());
            if (round >= of.round) {
                of.token = token != 0 || round > of.round ? token : of.token;
                of.round = round;
            }
        }
        flushSoon();
    }

    private void flushSoon() {
        synchronized (this) {
            if (isFlushing) {
                return;
            }
            isFlushing = true;
        }
        boolean isBegun = false;
        try {
            link.execute(this::flush);
            isBegun = true;
        } finally {
            if (!isBegun) {
                endFlushing();
            }
        }
    }

    private synchronized void endFlushing() {
        isFlushing = false;
    }

    private void flushLater() {
        synchronized (this) {
            if (isDelayed || isFlushing) {
                return;
            }
            isDelayed = true;
        }
        if (own.later(this::flush, MAX_DELAY) == null) {
            boolean ignored = sendNow(); // what is left then is left when the scheduler is closed
        }
    }

    /** Sends what there is to tell. */
    void flush() {
        if (!sendNow()) {
            flushLater();
        }
    }

    private synchronized boolean sendNow() {
        isFlushing = false;
        isDelayed = false;
        return sendAll();
    }

    /** Returns false if the link takes no more for now. */
    private boolean sendAll() {
        try {
            while (!thrown.isEmpty()) {
                sendThrown();
            }
            while (!news.isEmpty()) {
                sendNews();
            }
            return true;
        } catch (IllegalStateException tooMuch) {
            refused.log(Level.WARNING, () -> link.peer() + " can't be told what was handled: " + tooMuch, tooMuch);
            return false;
        }
    }

    private void sendThrown() {
        List<Thrown> sent = thrown.stream().limit(TEXTS).toList();
        int size = sent.stream().mapToInt(Thrown::size).sum();
        ByteBuffer record = ByteBuffer.allocate(1 + size).put(Envelope.THROWN);
        for (Thrown each : sent) {
            Envelope.put(record.putLong(each.sender).putLong(each.number), each.text);
        }
        boolean ignored = link.control(record.array()); // false if that node is gone
        sent.forEach(each -> thrown.removeFirst());
    }

    private void sendNews() {
        int count = Math.min(news.size(), ENTRIES);
        ByteBuffer record = ByteBuffer.allocate(1 + count * ENTRY_BYTES).put(Envelope.HANDLED);
        Iterator<Map.Entry<Long, News>> each = news.entrySet().iterator();
        for (int i = 0; i < count; i++) {
            Map.Entry<Long, News> next = each.next();
            News of = next.getValue();
            record.putLong(next.getKey())
                    .putLong(of.handledBefore)
                    .putInt(of.round)
                    .putLong(of.token);
        }
        boolean ignored = link.control(record.array()); // false if that node is gone
        Iterator<Long> sent = news.keySet().iterator();
        for (int i = 0; i < count; i++) {
            sent.next();
            sent.remove();
        }
    }
}
