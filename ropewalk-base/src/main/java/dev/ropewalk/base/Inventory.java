package dev.ropewalk.base;

import java.lang.invoke.VarHandle;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The live parts of one kind in this JVM, such as its schedulers, for whoever wants to look. Thread-safe.
 *
 * <p>What it costs. A part that nobody looks at costs a weak reference with the time at which it was made, and a place in a concurrent map that
 * is taken and given back. No name is made, no number taken, and no lock: names are given when somebody looks for the first time. Threads that
 * make parts side by side write to different cache lines, mostly: the map is large from the start, and the times spread the entries in it. The
 * inventory keeps no part alive; what was forgotten goes when the next part comes or somebody looks.
 *
 * <p>Names. A part has the name that was chosen for it, unless another listed part has that: then a number is added, as in {@code
 * database#17}. A part without a chosen name is called by its kind and a number. Numbers are given with the names. It keeps its name as long as it is listed. So the
 * name is free for a successor when the first part has left before somebody looks at the second one.
 *
 * <p>Why nothing stays that has left. Two threads meet twice:
 *
 * <ul>
 *   <li>A part may leave before or while it enters, for instance because its threads have failed. The one that enters puts the entry
 *       and then looks whether it has left; the one that leaves says so and then takes the entry out. Both are ordered by a
 *       full fence, so that one of the two sees the other, and takes it out.
 *   <li>A part may leave while it is given its name. The one that names sets the name and then looks whether the part has left; the
 *       one that leaves says so and then looks for a name. Both fields are volatile, so that one of the two gives the name back.
 * </ul>
 *
 * Names are chosen and given back under a lock, so that two threads that look agree. An entry gives back only a name that is its own:
 * when its part was collected, another part may have got the name before the entry is found in the queue.
 *
 * @param <T> the type of the parts
 */
public final class Inventory<T> {
    private final String kind;
    /** So many entries fit into the map before it grows. */
    private static final int ROOM = 256;

    private final Set<Entry<T>> entries = ConcurrentHashMap.newKeySet(ROOM);
    private final ReferenceQueue<T> forgotten = new ReferenceQueue<>();

    /** Guards what follows. */
    private final BriefLock lock = new BriefLock();

    private final Map<String, Entry<T>> names = new HashMap<>();
    private long lastNumber;

    /**
     * Makes an inventory without parts.
     *
     * @param kind what a part without a name is called
     */
    public Inventory(String kind) {
        this.kind = kind;
    }

    /** The place of one part in an inventory. All methods may be called by any thread, and again. */
    public static final class Entry<T> extends WeakReference<T> {
        /** By it each bit of the time counts in the upper half of the product. */
        private static final long SPREAD = 0x9E3779B97F4A7C15L;

        private final Inventory<T> inventory;
        private final @Nullable String chosen;
        private final long madeAt = System.nanoTime();
        private volatile boolean left;
        private volatile @Nullable String name;

        private Entry(Inventory<T> inventory, @Nullable String chosen, T part) {
            super(part, inventory.forgotten);
            this.inventory = inventory;
            this.chosen = chosen;
        }

        /** Lists the part from now on, unless it has left. The part is complete by then: others may use it at once. */
        public void enter() {
            inventory.removeForgotten();
            boolean ignored = inventory.entries.add(this);
            VarHandle.fullFence();
            if (left) {
                leave();
            }
        }

        /** Lists the part no longer. */
        public void leave() {
            left = true;
            VarHandle.fullFence();
            boolean ignored = inventory.entries.remove(this);
            String given = name;
            if (given != null) {
                inventory.giveBack(given, this);
            }
        }

        /** Spreads the entries in their map, and spares the JVM a hash of the identity. */
        @Override
        public int hashCode() {
            return (int) ((madeAt * SPREAD) >>> Integer.SIZE);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }
    }

    /**
     * Makes the place of a part, which isn't listed before it enters.
     *
     * @param chosen the name that was chosen for it, if any
     */
    public Entry<T> place(@Nullable String chosen, T part) {
        return new Entry<>(this, chosen, Objects.requireNonNull(part, "part"));
    }

    /** Returns the live parts by name, in the order in which they were made. The map never changes, and keeps them alive. */
    public Map<String, T> live() {
        return live(part -> false);
    }

    /**
     * Returns the live parts as above.
     *
     * @param isOver tells of a part whether it has come to its end by itself, so that it leaves
     */
    public Map<String, T> live(Predicate<? super T> isOver) {
        removeForgotten();
        List<Entry<T>> inOrder = new ArrayList<>(entries);
        inOrder.sort((one, other) -> Long.compare(one.madeAt - other.madeAt, 0)); // the clock may pass zero
        var live = new LinkedHashMap<Entry<T>, T>();
        for (Entry<T> entry : inOrder) {
            T part = entry.get();
            if (part != null && isOver.test(part)) {
                entry.leave();
            } else if (part != null) {
                live.put(entry, part);
            }
        }
        var named = new LinkedHashMap<String, T>();
        live.forEach((entry, part) -> {
            String name = nameOf(entry);
            if (!entry.left) {
                named.putLast(name, part); // behind one of that name, which has left since
            }
        });
        return Collections.unmodifiableMap(named);
    }

    private void removeForgotten() {
        for (Reference<?> gone = forgotten.poll(); gone != null; gone = forgotten.poll()) {
            ((Entry<?>) gone).leave();
        }
    }

    private String nameOf(Entry<T> entry) {
        String given = entry.name;
        return given != null ? given : choose(entry);
    }

    private String choose(Entry<T> entry) {
        String name;
        lock.lock();
        try {
            String given = entry.name;
            if (given != null) {
                return given;
            }
            name = freeName(entry);
            names.put(name, entry);
            entry.name = name;
        } finally {
            lock.unlock();
        }
        if (entry.left) {
            giveBack(name, entry);
        }
        return name;
    }

    private String freeName(Entry<T> entry) {
        String name = entry.chosen == null ? kind + "#" + ++lastNumber : entry.chosen;
        while (isTaken(name)) {
            name = (entry.chosen == null ? kind : entry.chosen) + "#" + ++lastNumber;
        }
        return name;
    }

    private boolean isTaken(String name) {
        Entry<T> holder = names.get(name);
        return holder != null && !holder.refersTo(null);
    }

    private void giveBack(String name, Entry<T> entry) {
        lock.lock();
        try {
            boolean ignored = names.remove(name, entry);
        } finally {
            lock.unlock();
        }
    }
}
