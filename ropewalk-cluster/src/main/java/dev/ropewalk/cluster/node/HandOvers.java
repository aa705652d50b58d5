package dev.ropewalk.cluster.node;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.scheduler.Timer;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The states of entities that are on their way from one owner of a shard to the next one. The owner before keeps them when the entities have ended, which is before the engine makes another owner. That one asks all
 * members, and its entities begin when one has sent what it kept, or all have said that they have nothing. A part at a time is asked for, so that no more than that is on its way.
 *
 * <p>Why no state is an old one. A node gives what it keeps to one other node, once. It drops it when it hears that another node has given the shard up, since that was its owner later; all nodes hear
 * of that before there is the next owner. Only who has got a part of it by then may still take the rest, by the same question. And it drops it after a time.
 *
 * <p>Why moves that follow on each other lose none. An owner that gives the shard up before its entities have begun waits until its search is over, and keeps what has come for them. If it leaves before it
 * was the owner, the shard has another one, which may be the node that keeps the states: so a node drops them early only when all members leave, or when it ends itself and no other stays. What it can't send, since the one
 * that has asked is gone, it keeps for the next one.
 *
 * <p>What this node keeps, and what has come and wasn't taken by an entity, is bounded together.
 */
final class HandOvers {
    private static final LimitedLog LOG =
            new LimitedLog(new SafeLog("dev.ropewalk.cluster", HandOvers.class), "hand-over of entities");
    private static final long MAX_BYTES = 64L << 20;

    /** A part has less than that, and one state with its key: what an engine takes. */
    private static final int PART_BYTES = Engine.ROOM_BESIDE_MESSAGE / 2;

    private static final Duration SEEK_INTERVAL = Duration.ofMillis(250);
    private static final String OTHER_OWNER = "another node had the shard before it has asked for them";
    private static final String NO_TIME = "this node has no time any more";
    private static final String NO_MEMBER = "this node is no member any more";

    private final HandOverHost node;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong lastQuestion = new AtomicLong();

    /** What is kept for next owners; guarded by this, as what follows. */
    private final Map<ShardId, Kept> kept = new HashMap<>();

    private final Map<Long, Search> searches = new HashMap<>();
    private @Nullable CompletableFuture<Void> empty;

    /** What is to be logged without the lock, under which senders may wait. */
    private final Queue<String> warnings = new ConcurrentLinkedQueue<>();

    /** Whether this node is no member any more. */
    private boolean hasEnded;

    /** When this node ends whatever it keeps, by the scheduler's clock; null if there is time enough. */
    private volatile @Nullable Long latest;

    /** A shard of a type. */
    record ShardId(String type, int shard) {}

    /** What the entities of a shard have left. */
    private static final class Kept {
        final Queue<Map.Entry<ByteBuffer, byte[]>> states;

        @Nullable
        Timer expiry;

        /** Who has got a part, and asks for the next one; null if nobody has. */
        private @Nullable Node taker;

        private long question;

        /** Whether that node has given the shard up: it takes the rest all the same, and what it doesn't is older than what it leaves. */
        boolean isLeft;

        Kept(Map<ByteBuffer, byte[]> states) {
            this.states = new ArrayDeque<>(states.entrySet());
        }

        /** A node has got a part, and there are more. */
        void give(Node to, long asked) {
            taker = to;
            question = asked;
        }

        boolean isTakenBy(Node node) {
            return node.equals(taker);
        }

        /** Returns whether a question is for what another node hasn't taken, which had the shard. */
        boolean isOldFor(Node node, long asked) {
            return isLeft && (!isTakenBy(node) || asked != question);
        }

        /** Returns those that are sent next, and keeps them. */
        List<Map.Entry<ByteBuffer, byte[]>> nextPart() {
            List<Map.Entry<ByteBuffer, byte[]>> part = new ArrayList<>();
            int size = 0;
            for (Map.Entry<ByteBuffer, byte[]> state : states) {
                if (size >= PART_BYTES) {
                    break;
                }
                part.add(state);
                size += state.getKey().remaining() + state.getValue().length;
            }
            return part;
        }
    }

    /** A question for the states of a shard. */
    private static final class Search {
        final ShardEstate<?> estate;

        /** Those that haven't said yet that they have none. */
        final Set<Node> asked = new HashSet<>();

        @Nullable
        Timer expiry;

        Search(ShardEstate<?> estate) {
            this.estate = estate;
        }
    }

    HandOvers(HandOverHost node) {
        this.node = node;
    }

    // The budget

    boolean reserve(int size) {
        if (bytes.addAndGet(size) > MAX_BYTES) {
            bytes.addAndGet(-size);
            return false;
        }
        return true;
    }

    void release(int size) {
        bytes.addAndGet(-size);
    }

    /** The state of an entity can't be handed over. */
    void lost(String path, Object state) {
        node.lostState(path, state);
    }

    /** The state of an entity isn't known, or can't be read. */
    void lost(ShardId shard, ByteBuffer key) {
        node.lostStates(shard.type(), List.of(key));
    }

    // The owner before

    /** Keeps what the entities of a shard have left, for a time, and sees to it that there is an owner who asks for it. */
    void keep(ShardId shard, Map<ByteBuffer, byte[]> states) {
        if (states.isEmpty()) {
            return;
        }
        var left = new Kept(states);
        boolean isKept;
        synchronized (this) {
            Kept before = kept.get(shard);
            if (before != null) { // of those that have ended before these
                before.states.addAll(left.states);
                return;
            }
            kept.put(shard, left);
            isKept = !hasEnded;
            if (isKept) {
                left.expiry = node.later(() -> expire(shard, left), node.handOffTimeout());
            } else { // entities may end after their node
                remove(shard, hasHeirs() ? NO_MEMBER : null);
            }
        }
        logWarnings();
        if (isKept) {
            node.later(() -> seekOwner(shard, left), SEEK_INTERVAL);
        }
    }

    /** Tells that states are lost which entities have left so late that the next ones have begun. */
    void drop(ShardId shard, Map<ByteBuffer, byte[]> states) {
        if (!states.isEmpty()) {
            states.values().forEach(state -> release(state.length));
            tellLost(shard, List.copyOf(states.keySet()), "their entities have ended too late");
            logWarnings();
        }
    }

    private void tellLost(ShardId shard, List<ByteBuffer> keys, String why) {
        node.lostStates(shard.type(), keys);
        warnings.add(notHandedOver(keys.size(), shard.type(), why));
    }

    private void expire(ShardId shard, Kept left) {
        synchronized (this) {
            if (left.equals(kept.get(shard))) {
                remove(shard, "nobody has asked for them in time");
            }
        }
        logWarnings();
    }

    private void seekOwner(ShardId shard, Kept left) {
        synchronized (this) {
            if (!left.equals(kept.get(shard))) {
                return;
            }
            if (!hasHeirs()) {
                remove(shard, null);
                return;
            }
        }
        if (!node.isClosed()) {
            var ignored = node.engine().locate(shard.type(), shard.shard());
            node.later(() -> seekOwner(shard, left), SEEK_INTERVAL);
        }
    }

    /** Returns whether a node may still ask for what is kept, this one too if it stays: a shard may come back when its next owner leaves at once. Called with the lock of this. */
    private boolean hasHeirs() {
        return hasHeirs(empty != null);
    }

    /** Returns whether another node stays that may own shards when this one has ended. */
    boolean hasOtherHeirs() {
        return hasHeirs(true);
    }

    private boolean hasHeirs(boolean ends) {
        return node.membersNow().stream()
                .filter(member -> member.status() != MemberStatus.LEAVING && !node.hasToldLeaving(member.node()))
                .anyMatch(member -> !ends || !member.node().equals(node.self()));
    }

    /** Another node has owned a shard, and gives it up: what this one keeps is older, unless that one is about to take it. */
    void moved(Node by, ShardId shard) {
        synchronized (this) {
            Kept left = kept.get(shard);
            if (left != null && left.isTakenBy(by)) {
                left.isLeft = true;
            } else {
                remove(shard, OTHER_OWNER);
            }
        }
        logWarnings();
    }

    /**
     * Forgets what is kept for a shard. Called with the lock of this.
     *
     * @param why null if that needs no word
     */
    private void remove(ShardId shard, @Nullable String why) {
        Kept left = kept.remove(shard);
        if (left == null) {
            return;
        }
        if (left.expiry != null) {
            left.expiry.cancel();
        }
        left.states.forEach(state -> release(state.getValue().length));
        if (why != null) {
            tellLost(shard, left.states.stream().map(Map.Entry::getKey).toList(), why);
        }
        tellIfEmpty();
    }

    /** Entities are stopped that could hand their states over, each of which is counted when it ends: logs that. */
    void abandoned(String type, long entities) {
        warnings.add(notHandedOver(entities, type, NO_TIME));
        logWarnings();
    }

    private static String notHandedOver(long entities, String type, String why) {
        return "states of " + entities + " entities of /" + type + " weren't handed over: " + why;
    }

    private void tellIfEmpty() {
        CompletableFuture<Void> waiting = empty;
        if (kept.isEmpty() && waiting != null && !node.soon(() -> waiting.complete(null))) {
            waiting.complete(null);
        }
    }

    /** Sets when this node ends: so long after now. No limit but that of the engine without. */
    void endWithin(long nanos) {
        latest = node.nanoTime() + nanos;
    }

    /** Completes when nothing is kept any more, so that this node may end. */
    synchronized CompletableFuture<Void> whenHandedOver() {
        var waiting = new CompletableFuture<Void>();
        empty = waiting;
        if (!hasHeirs()) {
            List.copyOf(kept.keySet()).forEach(shard -> remove(shard, null));
        }
        Long end = latest;
        if (end != null && !kept.isEmpty()) {
            long left = Math.max(0, end - node.nanoTime());
            Timer limit = node.later(this::giveUp, Duration.ofNanos(left));
            if (limit != null) {
                var ignored = waiting.whenComplete((nothing, failure) -> limit.cancel());
            }
        }
        tellIfEmpty();
        return waiting;
    }

    private void giveUp() {
        synchronized (this) {
            List.copyOf(kept.keySet()).forEach(shard -> remove(shard, NO_TIME));
        }
        logWarnings();
    }

    private void logWarnings() {
        for (String text = warnings.poll(); text != null; text = warnings.poll()) {
            String line = text;
            LOG.log(Level.WARNING, () -> line);
        }
    }

    /** The next owner asks for a part. */
    void asked(Node by, long question, ShardId shard) {
        synchronized (this) {
            Kept left = kept.get(shard);
            if (left != null && left.isOldFor(by, question)) {
                remove(shard, OTHER_OWNER);
            }
            give(by, question, shard);
        }
        logWarnings();
    }

    private void give(Node by, long question, ShardId shard) {
        Kept left = kept.get(shard);
        List<Map.Entry<ByteBuffer, byte[]>> part = left == null ? List.of() : left.nextPart();
        boolean hasMore = left != null && part.size() < left.states.size();
        if (!node.control(by, Envelope.states(question, hasMore, part)) || left == null) {
            return; // if that node is gone, this one keeps the part for another
        }
        for (Map.Entry<ByteBuffer, byte[]> state : part) {
            left.states.remove();
            release(state.getValue().length);
        }
        if (hasMore) {
            left.give(by, question);
        } else {
            remove(shard, null);
        }
    }

    // The next owner

    /** Begins to look for the states of a shard that this node owns from now on. */
    void find(ShardEstate<?> estate) {
        Kept own;
        synchronized (this) {
            own = kept.get(estate.shard());
            if (own != null && own.isLeft) {
                remove(estate.shard(), OTHER_OWNER);
                own = null;
            }
            if (own != null) {
                own.states.forEach(state -> estate.put(state.getKey(), state.getValue()));
                own.states.clear();
                remove(estate.shard(), null);
            }
        }
        logWarnings();
        if (own != null) {
            estate.complete();
        } else {
            askAll(estate);
        }
    }

    private void askAll(ShardEstate<?> estate) {
        long question = lastQuestion.incrementAndGet();
        var search = new Search(estate);
        for (Member member : node.membersNow()) {
            if (!member.node().equals(node.self())) {
                search.asked.add(member.node());
            }
        }
        List<Node> others = List.copyOf(search.asked);
        synchronized (this) {
            searches.put(question, search);
            search.expiry =
                    node.later(() -> giveUp(question), node.handOffTimeout().dividedBy(4));
        }
        others.stream().filter(other -> !ask(other, question, search)).forEach(other -> answered(other, question));
        endIfOver(question);
    }

    private boolean ask(Node other, long question, Search search) {
        ShardId shard = search.estate.shard();
        return node.control(other, Envelope.take(question, shard.type(), shard.shard()));
    }

    /** A part has come, or the news that there is none. */
    void received(Node from, long question, boolean hasMore, Map<ByteBuffer, byte[]> states) {
        Search search;
        synchronized (this) {
            search = searches.get(question);
            if (search != null) {
                put(search.estate, states); // before the search may end, and the estate be passed on
            } else if (!states.isEmpty()) {
                warnings.add("states of " + states.size() + " entities have come from " + from + " too late");
                node.lostStates("?", List.copyOf(states.keySet()));
            }
        }
        logWarnings();
        if (search == null) {
            return;
        }
        if (hasMore) {
            if (!ask(from, question, search)) {
                answered(from, question);
            }
        } else if (states.isEmpty()) {
            answered(from, question);
        } else {
            end(question); // one node had it
        }
    }

    private void put(ShardEstate<?> estate, Map<ByteBuffer, byte[]> states) {
        states.forEach((key, state) -> {
            if (reserve(state.length)) {
                estate.put(key, state);
            } else {
                warnings.add("the state of an entity of /" + estate.shard().type()
                        + " isn't taken over: this node has too many");
                node.lostStates(estate.shard().type(), List.of(key));
            }
        });
    }

    private void answered(Node from, long question) {
        synchronized (this) {
            Search search = searches.get(question);
            if (search != null) {
                search.asked.remove(from);
            }
        }
        endIfOver(question);
    }

    private void endIfOver(long question) {
        synchronized (this) {
            Search search = searches.get(question);
            if (search == null || !search.asked.isEmpty()) {
                return;
            }
        }
        end(question);
    }

    private void end(long question) {
        Search search;
        synchronized (this) {
            search = searches.remove(question);
        }
        if (search != null) {
            if (search.expiry != null) {
                search.expiry.cancel();
            }
            search.estate.complete();
        }
    }

    private void giveUp(long question) {
        synchronized (this) {
            Search search = searches.get(question);
            if (search == null) {
                return;
            }
            warnings.add("entities of /" + search.estate.shard().type()
                    + " begin without what others may have for them: " + search.asked + " didn't answer");
        }
        logWarnings();
        end(question);
    }

    /** A node is no member any more: what it kept is lost. */
    void gone(Node other) {
        List<Long> questions;
        synchronized (this) {
            questions = List.copyOf(searches.keySet());
        }
        questions.forEach(question -> answered(other, question));
    }

    /** This node is no member any more. */
    void end() {
        List<Long> questions;
        synchronized (this) {
            questions = List.copyOf(searches.keySet());
            hasEnded = true;
            List.copyOf(kept.keySet()).forEach(shard -> remove(shard, NO_MEMBER));
        }
        logWarnings();
        questions.forEach(this::end);
    }
}
