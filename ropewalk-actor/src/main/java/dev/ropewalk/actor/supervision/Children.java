package dev.ropewalk.actor.supervision;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The living children of an actor: a list linked through the children, oldest first, and a map of those with names. A short
 * lock guards it, since at the top any thread may spawn, and children remove themselves.
 */
public final class Children {
    private final ActorLife<?> parent;
    private @Nullable ActorLife<?> oldest;
    private @Nullable ActorLife<?> youngest;
    private @Nullable Map<String, ActorLife<?>> names;
    private int count;
    private int lastNumber;
    private boolean closed;
    private boolean awaited;

    /** Tells the parent of the end of the last one. It is there while any is, since memory may have run out by then. */
    private SystemMessage.@Nullable ChildrenGone notice;

    Children(ActorLife<?> parent) {
        this.parent = parent;
    }

    /**
     * Adds a child and gives it a number.
     *
     * @throws IllegalArgumentException if a child has its name
     * @throws IllegalStateException if no more children are accepted
     */
    public synchronized void add(ActorLife<?> child) {
        if (closed || parent.is(ActorLife.STOPPING | ActorLife.STOPPED)) {
            throw new IllegalStateException(parent.path() + " is stopping"
                    + (parent.system().isEndedByScheduler() ? ", because its scheduler is closed" : "")
                    + ": it can't spawn another actor");
        }
        prepareNotice();
        String name = child.givenName();
        if (name != null) {
            if (names == null) {
                names = new HashMap<>();
            }
            if (names.putIfAbsent(name, child) != null) {
                throw new IllegalArgumentException(parent.path() + " has a child named '" + name + "' already");
            }
        }
        child.number(++lastNumber);
        child.older = youngest;
        if (youngest == null) {
            oldest = child;
        } else {
            youngest.younger = child;
        }
        youngest = child;
        count++;
    }

    /** Counts something as a child that isn't one: the parent's own code, if that runs beside the parent's strand. */
    public synchronized void enter() {
        prepareNotice();
        count++;
    }

    private void prepareNotice() {
        if (notice == null) {
            notice = new SystemMessage.ChildrenGone();
        }
    }

    /** Counts a child no more, and tells the parent if it waits for the last. */
    public void leave() {
        SystemMessage last = null;
        synchronized (this) {
            count--;
            if (awaited && count == 0) {
                awaited = false;
                last = notice;
                notice = null;
            }
        }
        if (last != null) {
            parent.sendSystem(last);
        }
    }

    /** Lets others have the name of a child that won't live. */
    synchronized void freeName(ActorLife<?> child) {
        String name = child.givenName();
        if (name != null && names != null) {
            names.remove(name, child);
        }
    }

    /** Removes a child that has stopped, so that its name is free; it counts until it {@linkplain #leave leaves}. */
    synchronized void remove(ActorLife<?> child) {
        freeName(child);
        ActorLife<?> before = child.older;
        ActorLife<?> after = child.younger;
        if (before == null) {
            oldest = after;
        } else {
            before.younger = after;
        }
        if (after == null) {
            youngest = before;
        } else {
            after.older = before;
        }
        child.older = null;
        child.younger = null;
    }

    /** Refuses further children. */
    public synchronized void close() {
        closed = true;
    }

    /** Returns whether there are none; if there are, the parent gets {@link SystemMessage.ChildrenGone} when the last has stopped. */
    synchronized boolean checkEmptyOrAwait() {
        awaited = count > 0;
        return !awaited;
    }

    synchronized List<ActorLife<?>> all() {
        List<ActorLife<?>> all = new ArrayList<>(count);
        for (ActorLife<?> child = oldest; child != null; child = child.younger) {
            all.add(child);
        }
        return all;
    }

    public synchronized @Nullable ActorLife<?> named(String name) {
        return names == null ? null : names.get(name);
    }
}
