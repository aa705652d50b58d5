package dev.ropewalk.actor.testkit;

import dev.ropewalk.actor.ActorCloseReport;
import dev.ropewalk.actor.ActorFailure;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.DeadLetter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An actor system for a test, with {@linkplain Probe probes} for what its actors send, and ways to wait that end. Closing it
 * is bounded, and throws if actors still had something to do.
 *
 * {@snippet class="dev.ropewalk.actor.testkit.snippets.TestKitSnippets" region="testkit" :
 * try (ActorTestKit kit = ActorTestKit.create()) {
 *     ActorRef<Command> account = kit.system().spawn("account", context -> new Account());
 *     account.tell(new Deposit(10));
 *     assertEquals(10L, kit.ask(account, Balance::new));
 * }
 * }
 *
 * <p>Like the test, it belongs to one thread.
 */
public final class ActorTestKit implements AutoCloseable {
    private final ActorSystem system;
    private final Duration deadline;
    private final Duration closeTimeout;
    private final Waiter waiter;
    private final @Nullable Probe<ActorFailure> failures;
    private final AtomicInteger streams = new AtomicInteger();
    private boolean closed;

    ActorTestKit(ActorSystem system, ActorTestKitBuilder options) {
        this.system = system;
        this.deadline = options.deadline;
        this.closeTimeout = options.closeTimeout;
        this.waiter = new Waiter(system.scheduler());
        this.failures = options.refusesFailures ? events(ActorFailure.class) : null;
    }

    /** Returns a kit with the defaults of {@link #builder}, whose system is named {@code test}. */
    public static ActorTestKit create() {
        return builder("test").build();
    }

    /**
     * Returns a builder of kits.
     *
     * @param name of the system
     */
    public static ActorTestKitBuilder builder(String name) {
        return new ActorTestKitBuilder(name);
    }

    /** Returns the system. */
    public ActorSystem system() {
        return system;
    }

    // Probes

    /**
     * Returns a probe that was spawned at the top of the system.
     *
     * @throws IllegalArgumentException if a living actor at the top has the name
     */
    public <M> Probe<M> probe(String name) {
        return Probe.spawn(system, name, deadline);
    }

    /** Returns a probe that gets all events of a type that the system's event stream is given from now on. */
    public <E> Probe<E> events(Class<E> type) {
        Probe<E> probe = probe(type.getSimpleName() + "-probe-" + streams.incrementAndGet());
        system.events().subscribe(type, probe.ref());
        return probe;
    }

    /** Returns a probe that gets all dead letters from now on. */
    public Probe<DeadLetter> deadLetters() {
        return events(DeadLetter.class);
    }

    /**
     * Takes the next failure of an actor, which must be of this type. The kit must have been built to
     * {@linkplain ActorTestKitBuilder#refuseFailures refuse} all others.
     *
     * @throws IllegalStateException if it wasn't
     */
    public ActorFailure expectFailure(Class<? extends Throwable> type) {
        if (failures == null) {
            throw new IllegalStateException("the kit wasn't built with refuseFailures(): it knows of no failures");
        }
        return failures.expectMatching(
                "the failure of an actor by " + type, failure -> type.isInstance(failure.cause()));
    }

    // Waiting

    /** Asks an actor, and waits for the answer; an {@link AssertionError} says why there is none. */
    public <M, R> R ask(ActorRef<M> actor, Function<? super ActorRef<R>, ? extends M> message) {
        return await(actor.ask(message, deadline));
    }

    /** Waits for a result; if there is none in time, or a failure, throws an {@link AssertionError}. */
    public <T extends @Nullable Object> T await(CompletionStage<T> stage) {
        CompletableFuture<T> future = stage.toCompletableFuture();
        var ignored = future.whenComplete((result, failure) -> waiter.wake());
        if (!waiter.await(future::isDone, deadline)) {
            throw new AssertionError("expected a result within " + deadline + ", but none came\n" + system.tree());
        }
        if (future.isCompletedExceptionally()) {
            Throwable cause = future.exceptionNow();
            throw new AssertionError("expected a result, but got " + cause + '\n' + system.tree(), cause);
        }
        return future.resultNow();
    }

    /**
     * Waits until a condition holds, which is looked at again and again.
     *
     * @param what says in the error what was awaited
     */
    public void await(String what, BooleanSupplier condition) {
        if (!waiter.poll(condition, deadline)) {
            throw new AssertionError("expected within " + deadline + ": " + what + '\n' + system.tree());
        }
    }

    /** Stops an actor, and waits until it and all its children have stopped. */
    public void stop(ActorRef<?> actor) {
        system.stop(actor);
        await(system.whenStopped(actor));
    }

    // The end

    /**
     * Closes the system, waiting a limited time until its actors have nothing to do. A second call does nothing.
     *
     * @throws AssertionError if something was left to do, an actor didn't stop, or, when the kit was built to
     *     {@linkplain ActorTestKitBuilder#refuseFailures refuse} that, an actor had failed unexpectedly
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        ActorCloseReport report = system.close(closeTimeout);
        List<ActorFailure> unexpected = failures == null ? List.of() : failures.leftovers();
        List<String> problems = new ArrayList<>();
        report.unfinished().forEach(actor -> problems.add("had something to do: " + actor.toTree()));
        report.stuck().forEach(actor -> problems.add("has not stopped: " + actor.toTree()));
        unexpected.forEach(failure -> problems.add("failed: " + failure.actor().path() + " by " + failure.cause()));
        if (!problems.isEmpty()) {
            var error = new AssertionError(
                    "closing " + system.name() + " within " + closeTimeout + " left\n" + String.join("\n", problems));
            unexpected.forEach(failure -> error.addSuppressed(failure.cause()));
            throw error;
        }
    }
}
