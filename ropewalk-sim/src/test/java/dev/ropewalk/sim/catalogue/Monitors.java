package dev.ropewalk.sim.catalogue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Monitors, waits and the JDK's collections. */
final class Monitors {
    private Monitors() {}

    static List<PlantedBug> bugs() {
        return List.of(
                PlantedBug.ofThreads(
                                "one thread is notified, but the wrong one",
                                Theme.LOCKS,
                                Symptom.DEADLOCK,
                                Monitors::notifyOne)
                        .from("BoundedBuffer of Coyote's samples: one monitor, Pulse instead of PulseAll"),
                PlantedBug.ofThreads(
                        "a waiter doesn't look again", Theme.LOCKS, Symptom.EXCEPTION, Monitors::ifInsteadOfWhile),
                PlantedBug.ofThreads(
                                "a wait holds an outer monitor", Theme.LOCKS, Symptom.DEADLOCK, Monitors::nestedMonitor)
                        .from("Lea: Concurrent programming in Java, 1999: nested monitor lockout"),
                PlantedBug.ofThreads(
                                "a buffer shrinks while it is copied",
                                Theme.LOCKS,
                                Symptom.EXCEPTION,
                                Monitors::shrunkBuffer)
                        .from(
                                "StringBuffer.append in Flanagan, Qadeer: A type and effect system for atomicity, PLDI 2003"),
                PlantedBug.ofThreads(
                        "a list changes under its iterator",
                        Theme.LOCKS,
                        Symptom.EXCEPTION,
                        Monitors::iteratorInvalidated),
                PlantedBug.ofThreads(
                        "all miss the cache and load", Theme.LOCKS, Symptom.CHECK, Monitors::cacheStampede),
                PlantedBug.ofThreads(
                                "a concurrent map is read and then put to",
                                Theme.LOCKS,
                                Symptom.CHECK,
                                Monitors::getThenPut)
                        .ofDepth(2));
    }

    /** A buffer with one place, guarded by its monitor. */
    private static final class Buffer {
        private final Deque<Integer> elements = new ArrayDeque<>();
        private final boolean notifiesAll;
        private final boolean looksAgain;

        Buffer(boolean notifiesAll, boolean looksAgain) {
            this.notifiesAll = notifiesAll;
            this.looksAgain = looksAgain;
        }

        void put(int element) throws InterruptedException {
            Points.before(this);
            synchronized (this) {
                while (!elements.isEmpty()) {
                    wait();
                }
                elements.add(element);
                wake();
            }
        }

        @SuppressWarnings("WaitNotInLoop") // this is the bug
        int take() throws InterruptedException {
            Points.before(this);
            synchronized (this) {
                if (looksAgain) {
                    while (elements.isEmpty()) {
                        wait();
                    }
                } else if (elements.isEmpty()) {
                    wait();
                }
                int element = elements.remove();
                wake();
                return element;
            }
        }

        private synchronized void wake() {
            if (notifiesAll) {
                notifyAll();
            } else {
                notify();
            }
        }
    }

    private static void produceAndConsume(ThreadWorld world, Buffer buffer) {
        for (int i = 0; i < 2; i++) {
            Tasks.start(world, "consumer-" + i, buffer::take);
        }
        Tasks.start(world, "producer", () -> {
            buffer.put(1);
            buffer.put(2);
        });
        world.run();
    }

    private static void notifyOne(ThreadWorld world, boolean mended) {
        produceAndConsume(world, new Buffer(mended, true));
    }

    private static void ifInsteadOfWhile(ThreadWorld world, boolean mended) {
        produceAndConsume(world, new Buffer(true, mended));
    }

    private static void nestedMonitor(ThreadWorld world, boolean mended) {
        Object outer = new Object();
        Object inner = mended ? outer : new Object();
        var isReady = new boolean[1];
        Tasks.start(world, "consumer", () -> {
            Points.before(outer);
            synchronized (outer) {
                synchronized (inner) {
                    while (!isReady[0]) {
                        inner.wait();
                    }
                }
            }
        });
        Tasks.start(world, "producer", () -> {
            Points.before(outer);
            synchronized (outer) {
                synchronized (inner) {
                    isReady[0] = true;
                    inner.notifyAll();
                }
            }
        });
        world.run();
    }

    @SuppressWarnings("JdkObsolete") // the bug is known from this class
    private static void shrunkBuffer(ThreadWorld world, boolean mended) {
        var source = new StringBuffer("text");
        var target = new StringBuilder();
        Tasks.start(world, "copier", () -> {
            if (mended) {
                Points.before(source);
                target.append(source);
            } else {
                Points.before(source);
                var copied = new char[source.length()];
                Points.before(source);
                source.getChars(0, copied.length, copied, 0);
                target.append(copied);
            }
        });
        world.start("shrinker", () -> {
            Points.before(source);
            source.setLength(0);
        });
        world.run();
    }

    private static void iteratorInvalidated(ThreadWorld world, boolean mended) {
        List<String> names = mended ? new CopyOnWriteArrayList<>() : new ArrayList<>();
        names.add("one");
        names.add("two");
        var letters = new int[1];
        world.start("reader", () -> {
            Points.before(names);
            for (String name : names) {
                letters[0] += name.length();
                Points.before(names);
            }
        });
        world.start("writer", () -> {
            Points.before(names);
            names.add("three");
        });
        world.run();
        Checks.that(letters[0] >= 6, "the first two were read");
    }

    private static void cacheStampede(ThreadWorld world, boolean mended) {
        Map<String, CompletableFuture<Integer>> cache = new ConcurrentHashMap<>();
        var loads = new AtomicInteger();
        for (int i = 0; i < 3; i++) {
            world.start("client-" + i, () -> {
                Points.before(cache);
                CompletableFuture<Integer> cached = cache.get("key");
                if (cached == null) {
                    var loading = new CompletableFuture<Integer>();
                    Points.before(cache);
                    cached = mended ? cache.putIfAbsent("key", loading) : cache.put("key", loading);
                    if (cached == null || !mended) {
                        loads.getAndIncrement();
                        loading.complete(42);
                        cached = loading;
                    }
                }
                Checks.equal(42, cached.join(), "value");
            });
        }
        world.run();
        Checks.equal(1, loads.get(), "loads");
    }

    private static void getThenPut(ThreadWorld world, boolean mended) {
        Map<String, Integer> counts = new ConcurrentHashMap<>(Map.of("word", 0));
        for (int i = 0; i < 2; i++) {
            world.start("counter-" + i, () -> {
                Points.before(counts);
                if (mended) {
                    counts.merge("word", 1, Integer::sum);
                } else {
                    int count = counts.getOrDefault("word", 0);
                    Points.before(counts);
                    counts.put("word", count + 1);
                }
            });
        }
        world.run();
        Checks.equal(Map.of("word", 2), counts, "counts");
    }
}
