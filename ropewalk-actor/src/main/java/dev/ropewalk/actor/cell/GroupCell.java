package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorGroup;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.BlockingActor;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Router;
import dev.ropewalk.actor.Routing;
import dev.ropewalk.actor.supervision.InternalMessage;
import dev.ropewalk.actor.supervision.SystemMessage;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The parent of a group: an actor that has children and handles no messages. */
public final class GroupCell extends Cell<Object> implements ActorGroup {
    public GroupCell(CellSystem system, Cell<?> parent, ActorOptions<Object> options) {
        super(system, parent, options);
        ensureChildren(); // there before threads that spawn could make it twice
    }

    // The group

    @Override
    public ActorRef<Object> ref() {
        return this;
    }

    @Override
    public int size() {
        return childList().size();
    }

    @Override
    public <M> ActorRef<M> spawn(ActorOptions<? super M> options, ActorFactory<M> factory) {
        return system().spawn(this, options, factory);
    }

    @Override
    public <M> ActorRef<M> spawnBlocking(ActorOptions<? super M> options, BlockingActor<M> actor) {
        return system().spawnBlocking(this, options, actor);
    }

    @Override
    public <T> T proxy(ActorOptions<Object> options, Class<T> type, Supplier<? extends T> target) {
        return system().proxy(this, options, type, target);
    }

    @Override
    public <M> Router<M> spawnRouter(
            ActorOptions<? super M> options, Routing<? super M> routing, int size, ActorFactory<M> routee) {
        return system().spawnRouter(this, options, routing, size, routee);
    }

    // The actor

    @Override
    public Object code() {
        return this;
    }

    @Override
    public void deliver(Object message) {
        if (message instanceof InternalMessage.Own) {
            run(message);
        } else {
            drop(message, DeadLetter.Reason.STOPPED);
        }
    }

    @Override
    boolean tryDeliver(Object message) {
        return false;
    }

    @Override
    public void accept(Object message) {
        runSystemMessages();
    }

    /** Has all children stop when they have handled what waits, and stops after them. There will be no others: they would have to stop at once. */
    @Override
    public void retire() {
        ensureChildren().close();
        List<Cell<?>> children = childCells();
        children.forEach(Cell::retire);
        CompletableFuture<?>[] ends =
                children.stream().map(system()::whenStopped).toArray(CompletableFuture<?>[]::new);
        var ignored = CompletableFuture.allOf(ends).thenRun(() -> sendSystem(new SystemMessage.Stop()));
    }

    @Override
    public boolean isIdle() {
        return strand.isIdle();
    }

    @Override
    public int waiting(int max) {
        return 0;
    }

    @Override
    protected boolean isMadeAnew() {
        return false;
    }

    @Override
    protected void beginBehaviour() {}

    @Override
    protected void pause() {}

    @Override
    protected void resume() {}

    @Override
    protected void endBehaviour(Throwable cause, boolean keepStash) {}

    @Override
    protected void stopping() {}

    @Override
    protected void finishStop() {
        stopped();
    }
}
