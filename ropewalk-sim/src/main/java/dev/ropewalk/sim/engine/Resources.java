package dev.ropewalk.sim.engine;

import dev.ropewalk.scheduler.step.StepKind;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers for resources, and for things without a name, in the order in which steps first name them or they are made, so that they are the same in every repetition. A hash
 * table by identity whose keys are weak: a long run may use any number of channels, one after the other.
 */
final class Resources {
    private static final int FIRST_CAPACITY = 64;

    private final ReferenceQueue<Object> cleared = new ReferenceQueue<>();
    private @Nullable Numbered[] table = new Numbered[FIRST_CAPACITY];
    private int count;
    private int next;
    private boolean selects;
    private final Map<String, Long> unnamed = new HashMap<>();

    /** The resource that was asked for last, since steps on the same one come in a row. */
    private @Nullable Numbered latest;

    /**
     * Returns the number of a resource on which a step is announced. A select touches all its channels but names only itself: from
     * the first select on all channels count as one resource, so that no two steps are taken to be independent that aren't.
     */
    int numberOf(StepKind kind, Object resource) {
        if (resource instanceof SimulatedStrand strand) {
            return strand.own();
        }
        switch (kind) {
            case SELECT -> selects = true;
            case SEND, RECEIVE, CLOSE -> {}
            default -> {
                return numberOf(resource);
            }
        }
        return numberOf(selects ? StepKind.SELECT : resource);
    }

    int numberOf(Object resource) {
        Numbered known = latest;
        if (known != null && known.refersTo(resource)) {
            return known.number;
        }
        int hash = System.identityHashCode(resource);
        for (Numbered at = table[hash & table.length - 1]; at != null; at = at.next) {
            if (at.refersTo(resource)) {
                latest = at;
                return at.number;
            }
        }
        return add(resource, hash);
    }

    /** Returns the number of something that isn't looked up. */
    int newNumber() {
        return next++;
    }

    /** Returns the next number of things of one kind that have no name, from 1. */
    long nextNumber(String kind) {
        return unnamed.merge(kind, 1L, Long::sum);
    }

    private int add(Object resource, int hash) {
        removeCleared();
        if (count > table.length) {
            grow();
        }
        var added = new Numbered(resource, cleared, hash, next++);
        link(added);
        count++;
        latest = added;
        return added.number;
    }

    private void link(Numbered added) {
        int index = added.hash & table.length - 1;
        added.next = table[index];
        table[index] = added;
    }

    private void grow() {
        @Nullable Numbered[] old = table;
        table = new Numbered[old.length << 1];
        for (Numbered chain : old) {
            for (Numbered at = chain; at != null; ) {
                Numbered following = at.next;
                link(at);
                at = following;
            }
        }
    }

    private void removeCleared() {
        for (Reference<?> gone = cleared.poll(); gone != null; gone = cleared.poll()) {
            unlink((Numbered) gone);
            count--;
        }
    }

    @SuppressWarnings("ReferenceEquality") // asks which entry it is
    private void unlink(Numbered gone) {
        int index = gone.hash & table.length - 1;
        Numbered at = table[index];
        if (at == gone) {
            table[index] = gone.next;
            return;
        }
        while (at != null && at.next != gone) {
            at = at.next;
        }
        if (at != null) {
            at.next = gone.next;
        }
    }

    private static final class Numbered extends WeakReference<Object> {
        final int hash;
        final int number;

        @Nullable
        Numbered next;

        Numbered(Object resource, ReferenceQueue<Object> cleared, int hash, int number) {
            super(resource, cleared);
            this.hash = hash;
            this.number = number;
        }
    }
}
