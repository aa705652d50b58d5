package dev.ropewalk.console.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Secrets that a browser has to show: tokens that count once, and sessions that a token has opened. Those that weren't used for the longest time go when there are too many. All
 * methods may be called by any thread; they hold the lock for a few comparisons.
 */
final class Tokens {
    private static final int BYTES = 16;
    private static final int MOST = 64;

    private final SecureRandom random = new SecureRandom();
    private final LongSupplier nanoTime;
    private final long lifeNanos;
    private final boolean countOnce;
    /** When each was made, the one that was used last at the end. */
    private final Map<String, Long> made = new LinkedHashMap<>();

    /** Makes secrets that live so long after they were made. */
    Tokens(LongSupplier nanoTime, long lifeNanos, boolean countOnce) {
        this.nanoTime = nanoTime;
        this.lifeNanos = lifeNanos;
        this.countOnce = countOnce;
    }

    synchronized String make() {
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        String token = HexFormat.of().formatHex(bytes);
        if (made.size() == MOST) {
            made.remove(made.keySet().iterator().next());
        }
        made.put(token, nanoTime.getAsLong());
        return token;
    }

    /** Returns whether a secret is one of these; it takes the same time whichever it is. */
    synchronized boolean admit(String shown) {
        long now = nanoTime.getAsLong();
        made.values().removeIf(time -> now - time > lifeNanos);
        String found = null;
        for (String token : made.keySet()) {
            if (isSame(token, shown)) {
                found = token;
            }
        }
        if (found == null) {
            return false;
        }
        Long time = made.remove(found);
        if (!countOnce && time != null) {
            made.put(found, time);
        }
        return true;
    }

    /** Compares in a time that doesn't depend on where they differ. */
    static boolean isSame(String secret, String shown) {
        return MessageDigest.isEqual(secret.getBytes(StandardCharsets.UTF_8), shown.getBytes(StandardCharsets.UTF_8));
    }
}
