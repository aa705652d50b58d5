package dev.ropewalk.actor.supervision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Gate;
import dev.ropewalk.actor.Puppet;
import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.Stage;
import dev.ropewalk.actor.StoppedActor;
import dev.ropewalk.scheduler.Scheduler;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Errors of the JVM itself, which no supervisor decides about. */
@Timeout(60)
class FatalTest {
    private final ConcurrentLinkedQueue<Throwable> uncaught = new ConcurrentLinkedQueue<>();
    private final Scheduler scheduler = Scheduler.builder()
            .uncaughtExceptionHandler((thread, thrown) -> uncaught.add(thrown))
            .build();
    private final Stage stage = new Stage(options -> options.scheduler(scheduler));

    @AfterEach
    void close() {
        stage.close();
        scheduler.close();
    }

    private void expectUncaught(Throwable... errors) {
        stage.kit.await("the scheduler's handler gets the error", () -> uncaught.size() >= errors.length);
        assertThat(uncaught).containsExactly(errors);
    }

    @Test
    void shouldStopTheActorAndReachTheSchedulersHandler() {
        ActorRef<Act> actor = stage.spawn("actor");
        stage.spawn(actor, "child");
        var error = new OutOfMemoryError("in a message");
        actor.tell(Puppet.fail(error));
        stage.diary.expectInOrder("stopped child", "stopped actor");
        stage.diary.expectTerminated(actor);
        expectUncaught(error);
    }

    @Test
    void shouldTellThatTheActorHasStopped() {
        ActorRef<Act> actor = stage.spawn("actor");
        ActorRef<Integer> blocking = stage.system.spawnBlocking("blocking", inbox -> {
            throw new InternalError("in message " + inbox.receive());
        });
        actor.tell(Puppet.fail(new OutOfMemoryError("in a message")));
        stage.kit.await(stage.system.whenStopped(actor));
        blocking.tell(1);
        stage.kit.await(stage.system.whenStopped(blocking));

        assertThat(stage.system.stats().stopped())
                .extracting(StoppedActor::path, StoppedActor::reason, StoppedActor::failure)
                .containsExactly(
                        tuple(
                                "/test/actor",
                                "was stopped by an error of the JVM",
                                "java.lang.OutOfMemoryError: in a message"),
                        tuple(
                                "/test/blocking",
                                "was stopped by an error of the JVM",
                                "java.lang.InternalError: in message 1"));
    }

    @Test
    void shouldRestartAfterAStackOverflow() {
        ActorRef<Act> actor = stage.spawn("actor");
        actor.tell(Puppet.fail(new StackOverflowError("deep")));
        stage.diary.expectInOrder("restart actor for deep", "made actor");
        assertThat(uncaught).isEmpty();
    }

    @Test
    void shouldReachWhoSpawns() {
        var error = new InternalError("in a factory");
        assertThatThrownBy(() -> stage.system.spawn(context -> {
                    throw error;
                }))
                .isSameAs(error);
    }

    @Test
    void shouldStopAnActorWhoseFactoryFailsSoAtARestart() {
        var error = new OutOfMemoryError("in a factory");
        var made = new AtomicInteger();
        ActorRef<Act> actor = stage.system.spawn(context -> {
            if (made.getAndIncrement() > 0) {
                throw error;
            }
            return new Puppet(context, stage.diary.ref());
        });
        Gate gate = stage.hold(actor);
        stage.fail(actor, "bad");
        gate.open();
        stage.diary.receive(2);
        stage.diary.expectTerminated(actor);
        expectUncaught(error);
    }

    @Test
    void shouldCarryOutTheOrdersBehindAHookThatFailsSo() {
        var error = new OutOfMemoryError("in postStop");
        ActorRef<Act> actor = stage.system.spawn(context -> new Actor<>() {
            @Override
            public void receive(Act act) throws Exception {
                act.in(context);
            }

            @Override
            public void postStop() {
                throw error;
            }
        });
        Gate gate = stage.hold(actor);
        stage.system.stop(actor);
        var stopped = stage.system.whenStopped(actor);
        gate.open();
        stage.kit.await(stopped);
        expectUncaught(error);
    }

    @Test
    void shouldRestartBehindAHookThatFailsSo() {
        var error = new OutOfMemoryError("in preRestart");
        ActorRef<Act> actor = stage.system.spawn(context -> new Actor<>() {
            @Override
            public void receive(Act act) throws Exception {
                act.in(context);
            }

            @Override
            public void preRestart(Throwable cause) {
                throw error;
            }
        });
        stage.fail(actor, "bad");
        actor.tell(stage.say("back"));
        stage.diary.expect("back");
        expectUncaught(error);
    }
}
