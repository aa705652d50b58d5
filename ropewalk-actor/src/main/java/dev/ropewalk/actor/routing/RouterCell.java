package dev.ropewalk.actor.routing;

import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Router;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.cell.CellSystem;
import dev.ropewalk.actor.supervision.ActorLife;
import dev.ropewalk.actor.supervision.SystemMessage;
import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A router as an actor: it has a path, a parent and a life, supervises the routees that it has spawned, and can be watched and
 * stopped. But it handles no messages: it hands them on in the sender's thread.
 *
 * <p>Sending takes no lock: it reads the list, or what the subclass has made of it. Changes of the routees hold {@code lock}, copy the list and
 * hand the copy to the subclass. For {@link #resize}, which runs the user's factory, threads take turns besides: a routee that
 * stops meanwhile must not wait for that.
 */
public abstract class RouterCell<M> extends Cell<M> implements Router<M> {
    /** How a router makes its routees. */
    record Pool<M>(ActorOptions<? super M> options, ActorFactory<M> factory) {}

    /** Stop if no routee is left, unless a restart is about to make new ones. */
    private static final class StopIfDeserted extends SystemMessage {
        @Override
        public void apply(ActorLife<?> actor) {
            var router = (RouterCell<?>) actor;
            if (!router.is(RESTARTING) && router.routees.isEmpty()) {
                router.beginStop();
            }
        }
    }

    private final @Nullable Pool<M> pool;
    private final Object lock = new Object();
    private final ResizeTurns resizing = new ResizeTurns();
    private volatile List<ActorRef<M>> routees = List.of();
    private volatile int size;

    /** Whether this router is to stop with the routees that it has. It may be told so before it has any, and while it is made anew. */
    private volatile boolean retiring;

    /**
     * @param pool null if the router is given its routees
     * @param size how many routees the pool has at first
     */
    RouterCell(CellSystem system, Cell<?> parent, Optional<String> name, @Nullable Pool<M> pool, int size) {
        super(system, parent, optionsOf(parent, name));
        this.pool = pool;
        this.size = size;
    }

    private static ActorOptions<Object> optionsOf(Cell<?> parent, Optional<String> name) {
        ActorOptions<Object> unnamed =
                ActorOptions.defaults().placement(Placement.FREE).childSupervision(parent.supervision());
        return name.map(unnamed::name).orElse(unnamed);
    }

    @Override
    public final Object code() {
        return this;
    }

    /** Chooses among these routees from now on. */
    abstract void route(List<ActorRef<M>> to);

    static boolean isLiving(ActorRef<?> routee) {
        return !((Cell<?>) routee).is(STOPPING | STOPPED);
    }

    /** Counts what a routee has to do; see {@link LeastLoad.Loads}. */
    static int load(ActorRef<?> routee, int max) {
        Cell<?> cell = (Cell<?>) routee;
        if (!isLiving(cell)) {
            return -1;
        }
        return cell.isIdle() ? 0 : 1 + cell.waiting(max);
    }

    // Routees

    @Override
    public final List<ActorRef<M>> routees() {
        Steps.before(StepKind.ACCESS, this);
        return routees;
    }

    @Override
    public final void resize(int value) {
        Pool<M> own = pool;
        if (own == null) {
            throw new UnsupportedOperationException(path() + " didn't spawn its routees: it can't be resized");
        }
        if (value < 1) {
            throw new IllegalArgumentException("size must be at least 1, but is " + value);
        }
        Steps.before(StepKind.ACCESS, this);
        resizing.take(() -> {
            size = value;
            List<ActorRef<M>> surplus = cutTo(value);
            surplus.forEach(routee -> ((Cell<?>) routee).retire());
            if (!retiring) {
                spawn(own, value - routees.size());
            }
        });
    }

    /** Keeps at most so many living routees, the oldest; returns the other living ones. */
    private List<ActorRef<M>> cutTo(int count) {
        synchronized (lock) {
            List<ActorRef<M>> living =
                    routees.stream().filter(RouterCell::isLiving).toList();
            int kept = Math.min(count, living.size());
            set(living.subList(0, kept));
            return living.subList(kept, living.size());
        }
    }

    /** Spawns routees and adds them; if the factory throws, those that were made until then. */
    private void spawn(Pool<M> from, int count) {
        List<ActorRef<M>> spawned = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                spawned.add(system().spawn(this, from.options(), from.factory()));
            }
        } finally {
            add(spawned);
        }
    }

    /** Adds routees, which are taken out again when they stop. */
    final void add(List<ActorRef<M>> added) {
        synchronized (lock) {
            List<ActorRef<M>> all = new ArrayList<>(routees);
            all.addAll(added);
            set(all);
        }
        added.forEach(routee -> ((Cell<?>) routee).sendSystem(new SystemMessage.Watch(this)));
        stopIfDeserted();
    }

    @Override
    public final void stopped(ActorRef<?> routee) {
        synchronized (lock) {
            set(routees.stream().filter(each -> !each.equals(routee)).toList());
        }
        stopIfDeserted();
    }

    private void stopIfDeserted() {
        if (routees.isEmpty()) {
            sendSystem(new StopIfDeserted());
        }
    }

    private void set(List<ActorRef<M>> value) {
        List<ActorRef<M>> copy = List.copyOf(value);
        if (!copy.equals(routees)) {
            routees = copy;
            route(copy);
        }
    }

    // Life

    @Override
    public final void retire() {
        if (pool == null) {
            sendSystem(new SystemMessage.Stop());
        } else {
            retiring = true;
            resizing.take(this::retireRoutees);
        }
    }

    private void retireRoutees() {
        routees.forEach(routee -> ((Cell<?>) routee).retire());
        stopIfDeserted();
    }

    /** Makes the routees. One that retires the router meanwhile sees them, or is seen here. */
    @Override
    protected final void beginBehaviour() {
        if (pool == null) {
            return;
        }
        if (!retiring) {
            spawn(pool, size);
        }
        if (retiring) {
            retireRoutees();
        }
    }

    @Override
    protected final void finishStop() {
        List<ActorRef<M>> left = cutTo(0);
        left.forEach(routee -> ((Cell<?>) routee).sendSystem(new SystemMessage.Unwatch(this)));
        stopped();
    }

    /** A message gets its context where it is handed to a routee. */
    @Override
    protected final boolean takesContext() {
        return false;
    }

    @Override
    public final void accept(Object message) {
        runSystemMessages();
    }

    @Override
    public final boolean isIdle() {
        return strand.isIdle();
    }

    @Override
    public final int waiting(int max) {
        return 0;
    }

    @Override
    protected final void pause() {}

    @Override
    protected final void resume() {}

    @Override
    protected final void endBehaviour(Throwable cause, boolean keepStash) {}

    @Override
    protected final void stopping() {}
}
