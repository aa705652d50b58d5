package dev.ropewalk.actor.supervision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.Stage;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.SchedulerThread;
import dev.ropewalk.scheduler.step.Steps;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of an actor whose order to another one fails, for want of memory: nobody waits for ever. */
@Timeout(60)
class OrdersWithoutMemoryTest {
    private final Stage stage = new Stage();

    @AfterEach
    void close() {
        stage.close();
    }

    /** A thread that has no memory to give an order to one actor. */
    private static final class PoorThread extends SchedulerThread {
        private final FutureTask<Void> body;
        private final ActorLife<?> unreachable;

        PoorThread(ActorLife<?> unreachable, Callable<Void> body) {
            super("poor");
            this.unreachable = unreachable;
            this.body = new FutureTask<>(body);
        }

        @Override
        public void run() {
            body.run();
        }

        @Override
        public Optional<Scheduler> scheduler() {
            return Optional.empty();
        }

        @Override
        protected boolean isStruck(FaultKind kind, Object place) {
            return kind == FaultKind.ALLOCATION_FAILURE && unreachable.equals(place);
        }
    }

    private ActorLife<?> life(ActorRef<?> actor) {
        return Internals.cellOf(stage.system, actor);
    }

    /** Runs what fails because an actor can't be given an order. The actors concerned are idle, so that no strand runs beside it. */
    private void failWithout(ActorRef<?> unreachable, Runnable body) {
        Steps.watch();
        var thread = new PoorThread(life(unreachable), () -> {
            body.run();
            return null;
        });
        thread.start();
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(thread.body::get)
                .withCauseInstanceOf(OutOfMemoryError.class);
    }

    private void stop(ActorRef<?> actor) {
        new SystemMessage.Stop().apply(life(actor));
    }

    @Test
    void shouldTellWatchersAndParentOfTheEndAllTheSame() {
        ActorRef<Act> parent = stage.spawn("parent");
        ActorRef<Act> actor = stage.spawn(parent, "actor");
        ActorRef<Act> target = stage.spawn("target");
        stage.check(actor, context -> context.watch(target));
        var stopped = stage.system.whenStopped(actor);
        for (ActorRef<?> each : new ActorRef<?>[] {target, actor}) {
            stage.settleOrders(each);
            stage.kit.await(
                    each + " is idle",
                    () -> Internals.cellOf(stage.system, each).isIdle());
        }

        failWithout(target, () -> stop(actor));

        stage.kit.await(stopped);
        stage.kit.stop(parent);
        stage.diary.expectInOrder("stopped actor", "stopped parent");
    }

    @Test
    void shouldTellTheOtherChildrenToStopAndAwaitAll() {
        ActorRef<Act> parent = stage.spawn("parent");
        ActorRef<Act> first = stage.spawn(parent, "first");
        stage.spawn(parent, "second");
        var stopped = stage.system.whenStopped(parent);
        stage.settleOrders(parent);
        stage.kit.await(
                "the parent is idle",
                () -> Internals.cellOf(stage.system, parent).isIdle());

        failWithout(first, () -> stop(parent));

        stage.diary.expect("stopped second");
        stage.kit.stop(first);
        stage.diary.expectInOrder("stopped first", "stopped parent");
        stage.kit.await(stopped);
    }

    @Test
    void shouldWatchNothingUntilTheOtherActorIsTold() {
        ActorRef<Act> target = stage.spawn("target");
        ActorRef<Act> watcher = stage.spawn("watcher");
        DeathWatch<Act> watch = lifeOfActs(watcher).cold().deathWatch;

        failWithout(target, () -> watch.watch(lifeOfActs(watcher), life(target), Optional.empty()));

        assertThat(watch.isWatching(target)).isFalse();
        watch.watch(lifeOfActs(watcher), life(target), Optional.empty());
        assertThat(watch.isWatching(target)).isTrue();
        stage.kit.stop(target);
        stage.diary.expectInAnyOrder("stopped target", "watcher saw the end of target");
    }

    @SuppressWarnings("unchecked") // the actors of a stage are told acts
    private ActorLife<Act> lifeOfActs(ActorRef<Act> actor) {
        return (ActorLife<Act>) life(actor);
    }
}
