package dev.ropewalk.cluster.testkit;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Entities that note what they are told, in one place for all nodes of a test: who has told it, whether something is missing or in the wrong order, and whether two of a key
 * live.
 */
final class Ledgers {
    static final EntityType<String, Command> TYPE = EntityType.of("ledger", String.class, Command.class);
    static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Entry.class)
            .register(3, Total.class)
            .register(4, Fail.class)
            .register(5, Long.class)
            .register(20, Next.class)
            .build();

    /** What a ledger understands. */
    sealed interface Command permits Entry, Total, Next, Fail {}

    /** The next entry of a sender, from 0 for each key. */
    record Entry(String sender, long number) implements Command {}

    /** Asks for the number of entries. */
    record Total(ActorRef<Long> answer) implements Command {}

    /** Asks for the number of the next entry. */
    record Next(ActorRef<Long> answer) implements Command {}

    /** Throws. */
    record Fail() implements Command {}

    private final Map<String, Map<String, Long>> next = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> alive = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final AtomicLong entries = new AtomicLong();
    private final AtomicLong begun = new AtomicLong();
    private final boolean mayMiss;

    /**
     * @param mayMiss whether entries may be missing, but not be in the wrong order or doubled
     */
    Ledgers(boolean mayMiss) {
        this.mayMiss = mayMiss;
    }

    Actor<Command> ledger(EntityContext<String, Command> entity) {
        return new Ledger(entity.key());
    }

    private final class Ledger implements Actor<Command> {
        private final String key;
        private final Map<String, Long> mine;
        private final AtomicInteger living;
        private final List<ActorRef<Long>> waiting = new ArrayList<>();
        private boolean isOver;

        Ledger(String key) {
            this.key = key;
            mine = next.computeIfAbsent(key, k -> new ConcurrentHashMap<>());
            begun.incrementAndGet();
            living = alive.computeIfAbsent(key, k -> new AtomicInteger());
            int now = living.incrementAndGet();
            if (now != 1) {
                violations.add(now + " of " + key + " live");
            }
        }

        @Override
        public void receive(Command command) {
            switch (command) {
                case Entry entry -> enter(entry);
                case Total total ->
                    total.answer()
                            .tell(mine.values().stream()
                                    .mapToLong(Long::longValue)
                                    .sum());
                case Next next -> waiting.add(next.answer());
                case Fail fail -> throw new IllegalStateException("on purpose");
            }
        }

        private void enter(Entry entry) {
            long expected = mine.getOrDefault(entry.sender(), 0L);
            if (mayMiss ? entry.number() < expected : entry.number() != expected) {
                violations.add(key + " expects " + expected + " of " + entry.sender() + ", not " + entry.number());
            }
            mine.put(entry.sender(), entry.number() + 1);
            entries.incrementAndGet();
            waiting.forEach(asker -> asker.tell(entry.number()));
            waiting.clear();
        }

        @Override
        public void preRestart(Throwable cause) {
            end();
        }

        @Override
        public void postStop() {
            end();
        }

        private void end() {
            if (!isOver) {
                isOver = true;
                living.decrementAndGet();
            }
        }
    }

    /** What was wrong. */
    List<String> violations() {
        return List.copyOf(violations);
    }

    /** How many entries were noted. */
    long entries() {
        return entries.get();
    }

    /** How many ledgers have begun. */
    long begun() {
        return begun.get();
    }
}
