package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.BlockingActor;
import dev.ropewalk.actor.Router;
import dev.ropewalk.actor.Routing;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.actor.mailbox.CapacityWaits;
import dev.ropewalk.actor.supervision.Watched;
import dev.ropewalk.actor.support.SystemServices;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The actor system as its cells see it. It is a class and no interface so that what a cell asks of it is a plain call. The only
 * subclass is {@code LocalActorSystem}, which knows the rooms above this one.
 */
public abstract class CellSystem extends SystemServices implements ActorSystem {
    protected CellSystem(String name, Scheduler scheduler) {
        super(name, scheduler);
    }

    /** Runs what may be code of users, or end what that waits for, where it holds nothing up. */
    public final void runAside(Runnable task) {
        completions().run(task);
    }

    /** Returns how children are supervised whose parent's options don't say. */
    public abstract Supervision supervision();

    /** Returns where messages end that no actor handles. */
    public abstract DeadLetters deadLetters();

    /** Returns what the scheduler has left over. */
    public abstract Leftovers leftovers();

    /** Returns the questions that wait for an answer. */
    public abstract PendingAsks pendingAsks();

    /** Returns which of this system's actors wait for room, and where. */
    public abstract CapacityWaits waits();

    /** Returns the actor that the calling code is part of, or null. */
    public abstract @Nullable Cell<?> currentCell();

    /**
     * Returns a future of its own for each call, which completes when this system has ended, by whomever; at once if it has. What depends on it runs in the thread that ends the system, before {@code close} returns. Whoever doesn't wait any
     * more cancels it, so that the system forgets what depends on it.
     */
    public abstract CompletableFuture<@Nullable Void> termination();

    // Spawning below a parent

    public abstract <M> ActorRef<M> spawn(Cell<?> parent, ActorOptions<? super M> options, ActorFactory<M> factory);

    public abstract <M> ActorRef<M> spawnBlocking(
            Cell<?> parent, ActorOptions<? super M> options, BlockingActor<M> actor);

    public abstract <T> T proxy(
            Cell<?> parent, ActorOptions<Object> options, Class<T> type, Supplier<? extends T> target);

    public abstract <M> Router<M> spawnRouter(
            Cell<?> parent,
            ActorOptions<? super M> options,
            Routing<? super M> routing,
            int size,
            ActorFactory<M> routee);

    /** Puts an actor into the tree and lets it begin. */
    public final <C extends Cell<?>> C begin(Cell<?> parent, C child) {
        Steps.before(StepKind.ACCESS, parent.strand);
        parent.ensureChildren().add(child);
        child.start();
        return child;
    }

    /**
     * Returns the actor behind a ref.
     *
     * @throws IllegalArgumentException if it is no actor of this system
     */
    public final Cell<?> cellOf(ActorRef<?> ref) {
        Cell<?> cell = Cell.behind(ref);
        if (cell != null && equals(cell.system())) {
            return cell;
        }
        throw new IllegalArgumentException(ref + " is no actor of the system " + name());
    }

    /**
     * Returns what tells of the end of an actor: of one of this system, or of one of another process that this system can watch.
     *
     * @throws IllegalArgumentException if it is neither
     */
    public final Watched<?> watchedBehind(ActorRef<?> ref) {
        if (ref instanceof Watched<?> outside && !(ref instanceof Cell<?>) && equals(outside.system())) {
            return outside;
        }
        return cellOf(ref);
    }
}
