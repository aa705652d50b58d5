package dev.ropewalk.sim.catalogue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Shared fields that are read and changed in too many steps, or too early. */
final class Fields {
    private static final String MISTAKES = "Lu, Park, Seo, Zhou: Learning from mistakes, ASPLOS 2008";

    private Fields() {}

    static List<PlantedBug> bugs() {
        return List.of(
                PlantedBug.ofThreads("increments are lost", Theme.FIELDS, Symptom.CHECK, Fields::lostIncrement)
                        .from("the example of Loom, the model checker of Rust's Tokio")
                        .ofDepth(2),
                PlantedBug.ofThreads(
                                "a thread runs before its creator knows it",
                                Theme.FIELDS,
                                Symptom.EXCEPTION,
                                Fields::usedBeforeSet)
                        .from(MISTAKES + ", figure 2: Mozilla")
                        .ofDepth(1),
                PlantedBug.ofThreads(
                                "a field is cleared between a look and its use",
                                Theme.FIELDS,
                                Symptom.EXCEPTION,
                                Fields::clearedBeforeUse)
                        .from(MISTAKES + ", figure 1: MySQL")
                        .ofDepth(2),
                PlantedBug.ofThreads(
                                "a change in two stages is seen between them",
                                Theme.FIELDS,
                                Symptom.CHECK,
                                Fields::twoStages)
                        .from("twostage of SCTBench: Thomson, Donaldson, Betts: Concurrency testing using schedule"
                                + " bounding, PPoPP 2014")
                        .ofDepth(2),
                PlantedBug.ofThreads("a lazy value is made twice", Theme.FIELDS, Symptom.CHECK, Fields::lazyTwice),
                PlantedBug.ofThreads("two owners close", Theme.FIELDS, Symptom.CHECK, Fields::doubleClose),
                PlantedBug.ofThreads(
                                "a chunk is reclaimed before it is in the index",
                                Theme.FIELDS,
                                Symptom.CHECK,
                                Fields::reclaimed)
                        .from(
                                "Bornholt et al.: Using lightweight formal methods to validate a key-value storage node in"
                                        + " Amazon S3, SOSP 2021; found by shuttle"));
    }

    private static void lostIncrement(ThreadWorld world, boolean mended) {
        var count = new Shared<>(0);
        for (int i = 0; i < 2; i++) {
            world.start("adder-" + i, () -> {
                if (mended) {
                    Tasks.pollUntil(() -> {
                        int seen = count.get();
                        return count.compareAndSet(seen, seen + 1);
                    });
                } else {
                    count.set(count.get() + 1);
                }
            });
        }
        world.run();
        Checks.equal(2, count.get(), "count");
    }

    private static void usedBeforeSet(ThreadWorld world, boolean mended) {
        var owner = new Shared<>(Optional.<String>empty());
        if (mended) {
            owner.set(Optional.of("main"));
        }
        world.start("child", () -> Checks.equal("main", owner.get().orElseThrow(), "owner"));
        if (!mended) {
            owner.set(Optional.of("main"));
        }
        world.run();
    }

    private static void clearedBeforeUse(ThreadWorld world, boolean mended) {
        var query = new Shared<>(Optional.of("select"));
        var length = new int[1];
        world.start("status", () -> {
            Optional<String> seen = query.get();
            if (seen.isPresent()) {
                length[0] = (mended ? seen : query.get()).orElseThrow().length();
            }
        });
        world.start("connection", () -> query.set(Optional.empty()));
        world.run();
        Checks.that(length[0] == 0 || length[0] == 6, "length is " + length[0]);
    }

    private static void twoStages(ThreadWorld world, boolean mended) {
        var first = new Shared<>(0);
        var second = new Shared<>(0);
        Lock whole = new ReentrantLock();
        Tasks.Body firstStage = () -> first.set(1);
        Tasks.Body secondStage = () -> second.set(first.get() + 1);
        Tasks.start(world, "writer", () -> {
            if (mended) {
                Tasks.locked(whole, () -> {
                    firstStage.run();
                    secondStage.run();
                });
            } else {
                Tasks.locked(whole, firstStage);
                Tasks.locked(whole, secondStage);
            }
        });
        Tasks.start(
                world,
                "reader",
                () -> Tasks.locked(whole, () -> {
                    int seen = first.get();
                    int derived = second.get();
                    Checks.that(seen == 0 || derived == seen + 1, "first is " + seen + " but second " + derived);
                }));
        world.run();
    }

    private static void lazyTwice(ThreadWorld world, boolean mended) {
        var instance = new Shared<>(Optional.<Object>empty());
        List<Object> seen = new CopyOnWriteArrayList<>();
        for (int i = 0; i < 2; i++) {
            world.start("user-" + i, () -> {
                if (instance.get().isEmpty()) {
                    if (mended) {
                        instance.compareAndSet(Optional.empty(), Optional.of(new Object()));
                    } else {
                        instance.set(Optional.of(new Object()));
                    }
                }
                seen.add(instance.get().orElseThrow());
            });
        }
        world.run();
        Checks.that(seen.get(0).equals(seen.get(1)), "both see one instance");
    }

    private static void doubleClose(ThreadWorld world, boolean mended) {
        var isClosed = new Shared<>(false);
        var closes = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            world.start("owner-" + i, () -> {
                if (mended) {
                    if (isClosed.compareAndSet(false, true)) {
                        closes.getAndIncrement();
                    }
                } else if (!isClosed.get()) {
                    isClosed.set(true);
                    closes.getAndIncrement();
                }
            });
        }
        world.run();
        Checks.equal(1, closes.get(), "closes");
    }

    private static void reclaimed(ThreadWorld world, boolean mended) {
        Map<Integer, String> extent = new ConcurrentHashMap<>();
        Map<String, Integer> index = new ConcurrentHashMap<>();
        Lock compaction = new ReentrantLock();
        Tasks.Body put = () -> {
            Points.before(extent);
            extent.put(7, "value");
            Points.before(index);
            index.put("key", 7);
        };
        Tasks.Body reclaim = () -> {
            Points.before(extent);
            for (int chunk : List.copyOf(extent.keySet())) {
                Points.before(index);
                if (!index.containsValue(chunk)) {
                    extent.remove(chunk);
                }
            }
        };
        Tasks.start(world, "put", mended ? () -> Tasks.locked(compaction, put) : put);
        Tasks.start(world, "reclaim", () -> Tasks.locked(compaction, reclaim));
        world.run();
        Checks.that(extent.containsKey(index.get("key")), "what the index points to is there");
    }
}
