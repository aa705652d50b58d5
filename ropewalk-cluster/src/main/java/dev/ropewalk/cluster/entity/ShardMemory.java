package dev.ropewalk.cluster.entity;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.Nulls;
import dev.ropewalk.cluster.store.RememberedKeys;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which entities of a shard are remembered: what is to be in the store, and what is there. It also begins those that the store has.
 *
 * <p>Why the store has in the end what was wanted last. Whoever wants a key added or removed does so within the atomic operation of the shard's map that makes its slot
 * or takes it out; so for one key these come in the order of its entities. They are submitted to one strand, which keeps that order, and to which all else here belongs.
 * For each key there is one call at a time. When it has ended, what is wanted then is compared with what the store has, and another call follows if they differ. A call
 * that has failed may have been done: so what the store has isn't known, and the next call is made whatever is wanted.
 *
 * <p>Why an entity that has begun already, and may have ended for good, isn't begun once more. What the store answers when it is asked for all keys may be older than
 * that. So the keys of entities that begin or end are noted, from when the shard is opened until those that the store had have begun. Whoever begins one of these looks
 * there within the atomic operation in which its key would have been noted.
 *
 * <p>Why a late call of this node can't undo one of the next owner. The shard goes when {@link #end} has completed: no call is on its way by then, and none follows. If
 * the owner can't wait for that, {@link #giveUp} drops the calls that haven't been made, and the shard goes.
 *
 * @param <K> the type of the keys
 */
final class ShardMemory<K> {
    private final RememberedKeys<K> store;
    private final StoreCalls calls;
    private final Beginnings beginnings;
    private final int shard;
    private final String path;
    private final LimitedLog log;
    private final Map<K, Entry> entries = new HashMap<>();
    private final CompletableFuture<Void> end = new CompletableFuture<>();

    /** The keys whose entities have begun or ended; null when those that the store had have begun. Any thread uses it. */
    private volatile @Nullable Set<K> noted = ConcurrentHashMap.newKeySet();

    /** Whether no call is made any more. Any thread sets it. */
    private volatile boolean isGivenUp;

    /** Whether the store was asked for all keys, and has answered. */
    private boolean isLoaded;

    private boolean hasEnded;

    /** How many calls haven't ended, but for those that have failed and are made again later. */
    private int open;

    /** What is known of a key. */
    private final class Entry {
        final K key;
        boolean isWanted;

        /** Whether the store has it; null if that isn't known. */
        @Nullable
        Boolean isStored;

        /** Whether a call is on its way, or is made again later. */
        boolean isBusy;

        /** Completes when the store has it; null if nobody waits. */
        @Nullable
        CompletableFuture<Void> added;

        Entry(K key, @Nullable Boolean isStored) {
            this.key = key;
            this.isStored = isStored;
        }
    }

    ShardMemory(
            RememberedKeys<K> store, StoreCalls calls, Beginnings beginnings, int shard, String path, LimitedLog log) {
        this.store = store;
        this.calls = calls;
        this.beginnings = beginnings;
        this.shard = shard;
        this.path = path;
        this.log = log;
    }

    // What is wanted

    /** An entity begins; completes when the store has its key. */
    CompletableFuture<Void> remember(K key) {
        note(key);
        var added = new CompletableFuture<Void>();
        calls.run(() -> add(key, added));
        return added;
    }

    private void add(K key, CompletableFuture<Void> added) {
        Entry entry = entries.computeIfAbsent(key, unheard -> new Entry(unheard, isLoaded ? false : null));
        entry.isWanted = true;
        CompletableFuture<Void> before = entry.added;
        if (before != null) {
            var ignored = before.thenRun(() -> added.complete(null));
        } else {
            entry.added = added;
        }
        settle(entry);
    }

    /**
     * An entity has ended for good, or isn't there and is to be forgotten. The store is told also of a key that it hasn't had: a node that has failed may have added it
     * late.
     */
    void forget(K key) {
        note(key);
        calls.run(() -> {
            Entry entry = entries.computeIfAbsent(key, unheard -> new Entry(unheard, null));
            entry.isWanted = false;
            settle(entry);
        });
    }

    private void note(K key) {
        Set<K> noting = noted;
        if (noting != null) {
            noting.add(key);
        }
    }

    /** Returns whether an entity that the store had may begin: it hasn't since the shard was opened, and wasn't forgotten. */
    boolean mayBegin(K key) {
        Set<K> noting = noted;
        return noting != null && !noting.contains(key);
    }

    /** Has the store have what is wanted. */
    private void settle(Entry entry) {
        if (entry.isBusy) {
            return;
        }
        if (entry.isStored == null || entry.isStored != entry.isWanted) {
            calls.submit(new Change(entry));
            return;
        }
        CompletableFuture<Void> added = entry.added;
        if (entry.isWanted && added != null) {
            entry.added = null;
            added.complete(null);
        } else if (!entry.isWanted && isLoaded) {
            entries.remove(entry.key);
        }
    }

    /** A call for the keys of this shard. */
    private abstract class ShardCall extends StoreCalls.Call {
        @Override
        boolean begins() {
            open += hasEnded ? 0 : 1;
            return !hasEnded;
        }

        @Override
        boolean isDropped() {
            return isGivenUp;
        }

        /** It has ended, whether it is made again or not. */
        @Override
        void ended() {
            open--;
            endIfQuiet();
        }
    }

    /** Adds a key, or removes it: what is wanted when it is made. */
    private final class Change extends ShardCall {
        private final Entry entry;
        private boolean isAdding;

        Change(Entry entry) {
            this.entry = entry;
        }

        @Override
        boolean begins() {
            entry.isBusy = super.begins();
            return entry.isBusy;
        }

        @Override
        CompletionStage<?> make() {
            isAdding = entry.isWanted;
            return isAdding ? store.add(shard, entry.key) : store.remove(shard, entry.key);
        }

        @Override
        void succeeded() {
            entry.isStored = isAdding;
            entry.isBusy = false;
            settle(entry);
        }

        @Override
        void failed() {
            entry.isStored = null;
        }

        @Override
        String what() {
            return (isAdding ? "adding " : "removing ") + path + "/" + entry.key;
        }
    }

    // Beginning those that the store has

    /**
     * Begins the entities that the store has, in their turn.
     *
     * @param begin begins one; returns false if no more are to begin
     */
    void load(Predicate<K> begin) {
        calls.run(() -> calls.submit(new Load(begin)));
    }

    private final class Load extends ShardCall {
        private final Predicate<K> begin;

        /** Set before the stage completes. */
        private volatile Collection<K> keys = List.of();

        Load(Predicate<K> begin) {
            this.begin = begin;
        }

        @Override
        CompletionStage<?> make() {
            dropForgotten();
            CompletionStage<? extends Collection<K>> stage =
                    Objects.requireNonNull(store.keys(shard), "the stage of a call is null");
            return stage.thenAccept(
                    found -> keys = Nulls.copy(new ArrayList<>(Objects.requireNonNull(found, "keys")), "keys"));
        }

        @Override
        void succeeded() {
            loaded(keys, begin);
        }

        @Override
        void failed() {
            // it is made again
        }

        @Override
        String what() {
            return "loading the keys of " + path + ", shard " + shard + ",";
        }
    }

    /** Drops the keys that the store is known not to have, and their notes: its next answer can't have them. Else they would grow without a bound while it fails. */
    private void dropForgotten() {
        Set<K> noting = noted;
        entries.values().removeIf(entry -> {
            boolean isForgotten = !entry.isWanted && !entry.isBusy && Boolean.FALSE.equals(entry.isStored);
            if (isForgotten && noting != null) {
                noting.remove(entry.key);
            }
            return isForgotten;
        });
    }

    private void loaded(Collection<K> keys, Predicate<K> begin) {
        isLoaded = true;
        Queue<K> waiting = new ArrayDeque<>();
        for (K key : keys) {
            try {
                if (!entries.containsKey(key)) {
                    Entry entry = new Entry(key, true);
                    entry.isWanted = true;
                    entries.put(key, entry);
                    waiting.add(key);
                }
            } catch (RuntimeException | Error thrown) { // by code of users: the others begin all the same
                log.log(Level.WARNING, () -> "a remembered entity of " + path + " can't begin: " + thrown, thrown);
            }
        }
        entries.values().removeIf(entry -> !entry.isWanted && !entry.isBusy && Boolean.FALSE.equals(entry.isStored));
        beginnings.add(() -> beginNext(waiting, begin));
    }

    /** Begins one; returns whether there may be more. */
    private boolean beginNext(Queue<K> waiting, Predicate<K> begin) {
        K key = hasEnded ? null : waiting.poll();
        if (key != null && (!mayBegin(key) || begin.test(key))) {
            return true;
        }
        noted = null;
        return false;
    }

    // The end

    /** No entities are left: nothing is tried again. Completes when no call is on its way. */
    CompletableFuture<Void> end() {
        boolean isOpen = calls.tryRun(() -> {
            hasEnded = true;
            endIfQuiet();
        });
        if (!isOpen) {
            end.complete(null);
        }
        return end;
    }

    /** The next owner waits no longer, or all entities have been stopped: calls that haven't been made aren't made any more, and those that are on their way are waited for no longer. */
    void giveUp() {
        isGivenUp = true;
        boolean ignored = calls.tryRun(() -> hasEnded = true);
        end.complete(null);
    }

    /** Returns whether it has ended, and no call is on its way. */
    boolean hasQuietlyEnded() {
        return end.isDone();
    }

    private void endIfQuiet() {
        if (hasEnded && open == 0) {
            end.complete(null);
        }
    }
}
