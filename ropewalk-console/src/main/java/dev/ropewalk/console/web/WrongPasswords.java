package dev.ropewalk.console.web;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Counts the wrong passwords of a minute by the address that they came from, so that nobody can try many, and nobody locks others out. */
final class WrongPasswords {
    private static final int MOST = 10;
    private static final long MINUTE_NANOS = 60_000_000_000L;
    private static final int MOST_ADDRESSES = 10_000;

    private final LongSupplier nanoTime;
    private final Map<InetAddress, Count> byAddress = new LinkedHashMap<>();

    /** How many there were since a time. */
    private record Count(int wrong, long since) {}

    WrongPasswords(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    synchronized boolean areTooMany(InetAddress from) {
        Count count = byAddress.get(from);
        return count != null && count.wrong >= MOST && nanoTime.getAsLong() - count.since <= MINUTE_NANOS;
    }

    synchronized void add(InetAddress from) {
        long now = nanoTime.getAsLong();
        Count before = byAddress.remove(from);
        Count after = before == null || now - before.since > MINUTE_NANOS
                ? new Count(1, now)
                : new Count(before.wrong + 1, before.since);
        byAddress.put(from, after);
        if (byAddress.size() > MOST_ADDRESSES) {
            byAddress.remove(byAddress.keySet().iterator().next());
        }
    }
}
