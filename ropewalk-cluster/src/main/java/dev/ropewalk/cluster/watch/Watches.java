package dev.ropewalk.cluster.watch;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.supervision.Watcher;
import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.link.Link;
import dev.ropewalk.cluster.link.News;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The actors of another node that are watched by ones of this node. That node hears of the first watcher of an actor, and of the last one that has gone, and tells when the actor has
 * stopped.
 *
 * <p>Why each watcher is told once. An actor is in the table from its first watcher on, and whoever takes it out tells its watchers: the record of its end, or the end of its node. What comes later
 * finds nothing. An end is for ever, so it doesn't matter to which of several watches of an actor the record of its end belongs.
 */
public final class Watches {
    private static final LimitedLog LOG =
            new LimitedLog(new SafeLog("dev.ropewalk.cluster", Watches.class), "watches of actors of other nodes");

    private final News<Long> news;

    /** The watched actors, by their numbers over there; guarded by this. */
    private final Map<Long, Entry> entries = new LinkedHashMap<>();

    /** Whether that node is no member any more; guarded by this. */
    private boolean hasEnded;

    /** An actor, and who watches it. */
    private record Entry(ActorRef<?> actor, Set<Watcher> watchers) {
        /** Tells all watchers. What goes wrong with one is no reason to keep it from the others. */
        void tellAll() {
            for (Watcher watcher : watchers) {
                try {
                    watcher.stopped(actor);
                } catch (Throwable thrown) {
                    LOG.log(
                            Level.WARNING,
                            () -> "a watcher of " + actor.path() + " could not be told of its end",
                            thrown);
                }
            }
        }
    }

    /**
     * @param kind of the records that say who is watched
     */
    public Watches(Link link, byte kind) {
        this.news = News.at(link, kind, this::write);
    }

    private byte[] write(Long id) {
        boolean isWatched;
        synchronized (this) {
            isWatched = entries.containsKey(id);
        }
        return WatchRecords.watch(id, isWatched);
    }

    /** Has a watcher told of the end of an actor. */
    public void add(long id, ActorRef<?> actor, Watcher watcher) {
        boolean isOver;
        boolean isFirst = false;
        synchronized (this) {
            isOver = hasEnded;
            if (!isOver) {
                Entry entry = entries.get(id);
                isFirst = entry == null;
                if (entry == null) {
                    entry = new Entry(actor, new LinkedHashSet<>());
                    entries.put(id, entry);
                }
                entry.watchers.add(watcher);
            }
        }
        if (isOver) {
            watcher.stopped(actor);
        } else if (isFirst) {
            tellOrTakeBack(id, watcher);
        }
    }

    /** Tells that node of a first watcher; there is none if that fails. */
    private void tellOrTakeBack(long id, Watcher watcher) {
        boolean isTold = false;
        try {
            news.add(id);
            isTold = true;
        } finally {
            if (!isTold) {
                takeBack(id, watcher);
            }
        }
    }

    /** Has a watcher told no more, of whom that node may not know. */
    private synchronized void takeBack(long id, Watcher watcher) {
        Entry entry = entries.get(id);
        if (entry != null && entry.watchers.remove(watcher) && entry.watchers.isEmpty()) {
            entries.remove(id);
        }
    }

    /** Has a watcher told no more. */
    public void remove(long id, Watcher watcher) {
        synchronized (this) {
            Entry entry = entries.get(id);
            if (entry == null || !entry.watchers.remove(watcher) || !entry.watchers.isEmpty()) {
                return;
            }
            entries.remove(id);
        }
        news.add(id);
    }

    /** Reads a record that tells of actors that have stopped; called by the link's listener. */
    public void ended(ByteBuffer record) {
        while (record.hasRemaining()) {
            Entry entry = take(record.getLong());
            if (entry != null) {
                entry.tellAll();
            }
        }
    }

    private synchronized @Nullable Entry take(long id) {
        return entries.remove(id);
    }

    /** That node is no member: all that are watched now have ended, as far as this node can know. */
    public void endAll() {
        takeAll().forEach(Entry::tellAll);
    }

    /** That node is no member any more, and never will be: whoever is watched has ended. */
    public void end() {
        synchronized (this) {
            hasEnded = true;
        }
        endAll();
    }

    private synchronized List<Entry> takeAll() {
        List<Entry> all = List.copyOf(entries.values());
        entries.clear();
        return all;
    }

    /** Returns how many actors are watched. */
    public synchronized int size() {
        return entries.size();
    }
}
