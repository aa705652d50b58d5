package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.system.Snapshots;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What tests of blocking actors share: each runs with either carrier of virtual threads. */
@Timeout(60)
@ParameterizedClass
@EnumSource(Carrier.class)
public abstract class BlockingActorTests {
    protected static final Duration LONG = Duration.ofSeconds(20);

    /** What the actors have to tell the test. */
    protected final LinkedBlockingQueue<Object> told = new LinkedBlockingQueue<>();

    /** What the scheduler was told of; nothing, unless a test has taken it. */
    final Queue<Throwable> uncaught = new ConcurrentLinkedQueue<>();

    @Parameter
    protected Carrier carrier = Carrier.WORKERS;

    protected Scheduler scheduler;
    protected ActorSystem system;

    @BeforeEach
    void open() {
        scheduler = carrier.newScheduler(uncaught);
        system = newSystem(Supervision.restart());
    }

    protected final ActorSystem newSystem(Supervision supervision) {
        return ActorSystem.builder("test")
                .scheduler(scheduler)
                .supervision(supervision)
                .build();
    }

    @AfterEach
    void close() {
        system.close(Duration.ZERO);
        scheduler.close(LONG);
        assertThat(uncaught).isEmpty();
    }

    /** Returns what the actors told next. */
    protected final Object next() throws InterruptedException {
        return told.poll(LONG.toSeconds(), TimeUnit.SECONDS);
    }

    protected static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }

    protected final void stopAndWait(ActorRef<?> actor) throws Exception {
        system.stop(actor);
        get(system.whenStopped(actor));
    }

    protected final ActorSnapshot.State stateOf(ActorRef<?> actor) {
        return Snapshots.of(Internals.cellOf(system, actor)).state();
    }

    /** Waits until the actor waits for a message. */
    protected final void awaitIdle(ActorRef<?> actor) {
        Await.until(actor + " waits", () -> stateOf(actor) == ActorSnapshot.State.IDLE);
    }

    /** Waits until a thread waits for something. */
    protected static void awaitWaiting(Thread thread) {
        Await.until(
                thread + " waits",
                () -> thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING);
    }
}
