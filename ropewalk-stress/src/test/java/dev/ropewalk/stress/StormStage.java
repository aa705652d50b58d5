package dev.ropewalk.stress;

import dev.ropewalk.pipeline.EventHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** A stage of a storm: fails as its fate says, and checks that events come as they should. */
final class StormStage {
    /** What becomes of an event that fails. */
    enum Policy {
        SKIP,
        RETRY,
        REWIND,
        STOP
    }

    static final int RETRIES = 2;
    private static final int NO_STAGE = -1;

    private final PipelineStorm storm;
    private final String name;
    private final int number;
    private final List<StormStage> after;
    private final Policy policy;
    private final boolean ordered;
    private final Map<Long, Integer> attempts = new ConcurrentHashMap<>();
    private final ConcurrentSkipListMap<Long, Long> ids = new ConcurrentSkipListMap<>();
    private final Map<Integer, Long> lastOfKey = new ConcurrentHashMap<>();
    private final boolean keyed;

    StormStage(
            PipelineStorm storm,
            String name,
            int number,
            List<StormStage> after,
            Policy policy,
            boolean ordered,
            boolean keyed) {
        this.storm = storm;
        this.name = name;
        this.number = number;
        this.after = after;
        this.policy = policy;
        this.ordered = ordered;
        this.keyed = keyed;
    }

    /** Returns a stage that was added to a running pipeline. */
    static StormStage guest(PipelineStorm storm, String name, List<StormStage> after) {
        return new StormStage(storm, name, NO_STAGE, after, Policy.SKIP, true, false);
    }

    String name() {
        return name;
    }

    /** Returns one handler of this stage. */
    EventHandler<StormItem> handler() {
        return new EventHandler<>() {
            private final Map<Long, StormItem> batch = new TreeMap<>();

            @Override
            public void onEvent(StormItem item, long sequence, boolean endOfBatch) {
                item.enter();
                try {
                    batch.put(sequence, item);
                    handle(item, sequence);
                } catch (AssertionError wrong) {
                    storm.failed(wrong);
                } finally {
                    item.leave();
                }
            }

            @Override
            public void onBatchEnd() {
                if (number != NO_STAGE) {
                    batch.forEach((sequence, item) -> item.done[number] = sequence);
                }
                batch.clear();
            }
        };
    }

    private void handle(StormItem item, long sequence) {
        long id = item.id;
        check(id != StormItem.ABORTED, "saw the aborted", sequence);
        check(after.stream().noneMatch(before -> before.mustDrop(id)), "saw what had failed before, at", sequence);
        for (StormStage before : after) {
            check(item.done[before.number] == sequence, "was too early, before " + before.name + ", at", sequence);
        }
        int attempt = attempts.merge(sequence, 1, Integer::sum);
        if (attempt == 1) {
            if (ordered) {
                check(ids.isEmpty() || ids.lastKey() < sequence, "was out of order at", sequence);
            }
            if (keyed) {
                long last = lastOfKey.getOrDefault(item.key(), -1L);
                check(last < sequence, "was out of order at key " + item.key() + " after " + last + " at", sequence);
                lastOfKey.put(item.key(), sequence);
            }
        }
        Long before = ids.putIfAbsent(sequence, id);
        check(before == null || before == id, "saw another event at", sequence);
        if (attempt <= failures(id)) {
            throw new IllegalStateException("on purpose");
        }
    }

    private void check(boolean right, String what, long sequence) {
        if (!right) {
            throw new AssertionError(name + " " + what + " " + sequence);
        }
    }

    /** Returns how often an event fails here, which is its fate. */
    private int failures(long id) {
        if (number == NO_STAGE) {
            return 0;
        }
        long fate = ((id * 31 + number) * 0x9E3779B97F4A7C15L) >>> 40;
        return policy == Policy.STOP ? (fate % 1_500 == 0 ? 1 : 0) : fate % 16 == 0 ? (int) (fate / 16 % 4) + 1 : 0;
    }

    /** Returns whether the stages behind this one must not see an event, since it fails here or before. */
    boolean mustDrop(long id) {
        boolean here = switch (policy) {
            case SKIP -> failures(id) > 0;
            case RETRY -> failures(id) > RETRIES;
            case REWIND, STOP -> false;
        };
        return here || after.stream().anyMatch(before -> before.mustDrop(id));
    }

    /** As {@link #mustDrop}, or if they may not: an event that failed too often may succeed when its batch is rewound for another. */
    boolean mayDrop(long id) {
        return mustDrop(id) || (policy == Policy.REWIND && failures(id) > RETRIES) || mayBeDroppedBefore(id);
    }

    /** Returns whether this stage need not see an event. */
    boolean mayBeDroppedBefore(long id) {
        return after.stream().anyMatch(before -> before.mayDrop(id));
    }

    /** Throws if an event was handled more or less often than its fate says; returns how many were handled. */
    long checkAttempts() {
        ids.forEach((sequence, id) -> {
            int wanted = 1
                    + switch (policy) {
                        case SKIP, STOP -> 0;
                        case RETRY, REWIND -> Math.min(failures(id), RETRIES);
                    };
            int had = attempts.getOrDefault(sequence, 0);
            if (policy == Policy.REWIND ? had < wanted : had != wanted) {
                throw new AssertionError(name + " handled event " + sequence + " " + had + " times, not " + wanted);
            }
        });
        return ids.size();
    }

    /** Returns which event had which sequence. */
    ConcurrentSkipListMap<Long, Long> ids() {
        return ids;
    }

    List<Long> values() {
        return new ArrayList<>(ids.values());
    }
}
