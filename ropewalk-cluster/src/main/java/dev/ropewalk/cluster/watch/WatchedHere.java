package dev.ropewalk.cluster.watch;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.supervision.Watched;
import dev.ropewalk.actor.supervision.Watcher;
import dev.ropewalk.cluster.link.Link;
import dev.ropewalk.cluster.link.News;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The actors of this node that another one watches. The end of each is told behind what it has sent to that node: {@code behindMessages} lets what waits to be sent leave first, and the record comes after all
 * messages that the link has taken by then.
 */
public final class WatchedHere {
    private final News<Long> ends;
    private final LongFunction<@Nullable Watched<?>> actors;
    private final Consumer<Runnable> behindMessages;

    /** Those that live, by their numbers; guarded by this. */
    private final Map<Long, Told> watched = new LinkedHashMap<>();

    /** Whether the other node is no member any more; guarded by this. */
    private boolean hasEnded;

    /**
     * @param kind of the records that tell of ends
     * @param actors finds an actor by its number; null if there is none any more
     * @param behindMessages runs something when all messages have left that wait to be sent to the other node
     */
    public WatchedHere(
            Link link, byte kind, LongFunction<@Nullable Watched<?>> actors, Consumer<Runnable> behindMessages) {
        this.ends = News.behindMessages(link, kind, WatchRecords::end);
        this.actors = actors;
        this.behindMessages = behindMessages;
    }

    /** What is told that an actor has stopped. */
    private final class Told implements Watcher {
        private final long id;
        private final Watched<?> actor;

        Told(long id, Watched<?> actor) {
            this.id = id;
            this.actor = actor;
        }

        @Override
        public void stopped(ActorRef<?> stopped) {
            if (isNoted(this)) {
                tellEnd(id);
                forget(this);
            }
        }
    }

    private void tellEnd(long id) {
        behindMessages.accept(() -> ends.add(id));
    }

    /** Reads a record that says who is watched, and who isn't any more; called by the link's listener. */
    public void watched(ByteBuffer record) {
        while (record.hasRemaining()) {
            long id = record.getLong();
            if (record.get() == 0) {
                unwatch(id);
            } else {
                watch(id);
            }
        }
    }

    private void watch(long id) {
        Watched<?> actor = actors.apply(id);
        if (actor == null) {
            tellEnd(id); // what it has sent may still wait here
            return;
        }
        var told = new Told(id, actor);
        if (!note(told)) {
            return;
        }
        actor.beginWatch(told);
        if (!isNoted(told)) { // it has stopped, or the other node has gone meanwhile
            actor.endWatch(told);
        }
    }

    private synchronized boolean note(Told told) {
        return !hasEnded && watched.putIfAbsent(told.id, told) == null;
    }

    private synchronized boolean isNoted(Told told) {
        return told.equals(watched.get(told.id));
    }

    private synchronized void forget(Told told) {
        watched.remove(told.id, told);
    }

    private void unwatch(long id) {
        Told told;
        synchronized (this) {
            told = watched.remove(id);
        }
        if (told != null) {
            told.actor.endWatch(told);
        }
    }

    /** The other node is no member any more. */
    public void end() {
        List<Told> all;
        synchronized (this) {
            hasEnded = true;
            all = List.copyOf(watched.values());
            watched.clear();
        }
        all.forEach(told -> told.actor.endWatch(told));
    }

    /** Returns how many actors are watched. */
    public synchronized int size() {
        return watched.size();
    }
}
