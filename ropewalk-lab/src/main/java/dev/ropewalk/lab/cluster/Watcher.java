package dev.ropewalk.lab.cluster;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Asks each of many entities every 50 milliseconds where it is, and keeps for how long none of them has answered. Any thread may use it. */
final class Watcher implements AutoCloseable {
    private static final int EVERY_MILLIS = 50;
    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(150);

    private final Member member;
    private final Thread thread;
    private final String[] homes;
    private final long[] answered;
    private final long[] longest;
    private volatile boolean isOver;

    /** Returns when each entity has answered once. */
    Watcher(Member member, int entities) throws InterruptedException {
        this.member = member;
        homes = new String[entities];
        Arrays.fill(homes, "");
        answered = new long[entities];
        longest = new long[entities];
        thread = Thread.ofPlatform().daemon().name("lab-watcher").start(this::ask);
        await(home -> !home.isEmpty(), entities);
        forget();
    }

    private void ask() {
        long next = System.nanoTime();
        while (!isOver) {
            for (int entity = 0; entity < homes.length; entity++) {
                int asked = entity;
                var ignored = member.whereIs(asked).thenAccept(home -> answered(asked, home));
            }
            next += TimeUnit.MILLISECONDS.toNanos(EVERY_MILLIS);
            try {
                TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private synchronized void answered(int entity, String home) {
        long now = System.nanoTime();
        if (answered[entity] != 0) {
            longest[entity] = Math.max(longest[entity], now - answered[entity]);
        }
        answered[entity] = now;
        homes[entity] = home;
        notifyAll();
    }

    /** Forgets the pauses until this moment. */
    synchronized void forget() {
        Arrays.fill(longest, 0);
    }

    /** Waits until at least so many entities were last seen on such a node. */
    synchronized void await(Predicate<String> home, int entities) throws InterruptedException {
        long deadline = System.nanoTime() + LONGEST_NANOS;
        while (Arrays.stream(homes).filter(home).count() < entities) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw new IllegalStateException(
                        "after " + TimeUnit.NANOSECONDS.toSeconds(LONGEST_NANOS) + " s entities are on "
                                + Arrays.stream(homes).distinct().sorted().toList());
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    /** Returns the longest pauses of all entities in nanoseconds, the shortest one first. */
    synchronized long[] pauses() {
        return Arrays.stream(longest).sorted().toArray();
    }

    @Override
    public void close() {
        isOver = true;
        thread.interrupt();
    }
}
