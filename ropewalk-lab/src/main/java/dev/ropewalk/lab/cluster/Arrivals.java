package dev.ropewalk.lab.cluster;

import java.util.concurrent.atomic.AtomicLong;

/** Counts messages as they come, and when. Any thread may use it. */
final class Arrivals implements Recipients.Arrival {
    private final AtomicLong count = new AtomicLong();
    private volatile long firstNanos;
    private volatile long lastNanos;

    /**
     * What has come until some moment.
     *
     * @param nanos from the first to the last
     */
    record Seen(long count, long nanos) {
        static Seen of(String text) {
            String[] words = text.split(" ", 2);
            return new Seen(Long.parseLong(words[0]), Long.parseLong(words[1]));
        }

        String text() {
            return count + " " + nanos;
        }
    }

    @Override
    public void arrived(long number) {
        long now = System.nanoTime();
        if (count.incrementAndGet() == 1) {
            firstNanos = now;
        }
        lastNanos = now;
    }

    /** Begins again at zero; nothing may come meanwhile. */
    void reset() {
        count.set(0);
    }

    Seen seen() {
        return new Seen(count.get(), lastNanos - firstNanos);
    }
}
