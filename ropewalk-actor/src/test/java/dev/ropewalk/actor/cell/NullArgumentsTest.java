package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.ActorSystemBuilder;
import dev.ropewalk.actor.BlockingActor;
import dev.ropewalk.actor.EventStream;
import dev.ropewalk.actor.Inbox;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Receptionist;
import dev.ropewalk.actor.Router;
import dev.ropewalk.actor.Routing;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.actor.Stage;
import dev.ropewalk.actor.Stash;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.actor.Timers;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.NullArguments;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every public method says which of its arguments is null: by the parameter's name, or by its own if the parameter is {@code value}. */
@Timeout(60)
class NullArgumentsTest {
    @AutoClose
    private final ActorSystem system = ActorSystem.create("nulls");

    private final ActorRef<Object> actor = system.spawn("actor", context -> message -> {});

    /** What a caller may send to a proxy. */
    public interface Called {
        void call();
    }

    private final NullArguments nulls = new NullArguments()
            .sample(Class.class, Called.class)
            .sample(Function.class, ignored -> "message")
            .sample(BiFunction.class, (one, other) -> "message")
            .sample(BiConsumer.class, (one, other) -> {})
            .sample(Predicate.class, ignored -> true)
            .sample(Comparator.class, Comparator.comparing(Object::toString))
            .sample(Supplier.class, () -> (Called) () -> {})
            .sample(CompletionStage.class, new CompletableFuture<>())
            .sample(Scheduler.class, system.scheduler())
            .sample(Mailbox.class, Mailbox.unbounded())
            .sample(Supervision.class, Supervision.restart())
            .sample(Routing.class, Routing.roundRobin())
            .sample(ServiceKey.class, new ServiceKey<>("service", Object.class))
            .sample(ActorOptions.class, ActorOptions.defaults())
            .sample(ActorFactory.class, context -> message -> {})
            .sample(BlockingActor.class, (BlockingActor<Object>) Inbox::receive)
            .sample(Actor.class, message -> {})
            .sample(ActorRef.class, actor);

    @Test
    void shouldBeNamedByFactoriesRecordsAndExceptions() throws Exception {
        nulls.statics(ActorSystem.class).assertAllNamed();
    }

    @Test
    void shouldBeNamedByOptions() throws Exception {
        nulls.on(ActorOptions.class, ActorOptions.defaults())
                .on(ActorSystemBuilder.class, ActorSystem.builder("builder"))
                .on(Mailbox.class, Mailbox.unbounded())
                .on(Supervision.class, Supervision.restart())
                .assertAllNamed();
    }

    @Test
    void shouldBeNamedByTheSystem() throws Exception {
        nulls.on(ActorSystem.class, system)
                .on(EventStream.class, system.events())
                .on(Receptionist.class, system.receptionist())
                .assertAllNamed();
    }

    @Test
    void shouldBeNamedByRefs() throws Exception {
        ActorOptions<Object> bounded = ActorOptions.defaults().mailbox(Mailbox.bounded(1, OverflowPolicy.BLOCK));
        nulls.on(
                ActorRef.class,
                actor,
                system.spawn(bounded, context -> message -> {}),
                system.spawnBlocking(Inbox::receive),
                new AskRef<>(Internals.of(system), "asked"),
                new AdapterRef<>((Cell<?>) actor, message -> message));
        for (Routing<Object> routing :
                List.of(Routing.roundRobin(), Routing.broadcast(), Routing.consistentHash(Object::hashCode))) {
            nulls.on(Router.class, system.spawnRouter(routing, 1, context -> message -> {}));
        }
        nulls.assertAllNamed();
    }

    @Test
    void shouldBeNamedByContexts() throws Exception {
        try (var stage = new Stage()) {
            stage.check(
                    stage.spawn("puppet"),
                    context -> nulls.on(ActorContext.class, context)
                            .on(Timers.class, context.timers())
                            .on(Stash.class, context.stash()));
        }
        nulls.assertAllNamed();
    }

    @Test
    void shouldBeNamedByBlockingActors() throws Exception {
        var checked = new CompletableFuture<Boolean>();
        system.spawnBlocking(inbox -> {
            try {
                nulls.on(Inbox.class, inbox);
                checked.complete(true);
            } catch (Throwable thrown) {
                checked.completeExceptionally(thrown);
            }
        });
        checked.get(30, TimeUnit.SECONDS);
        nulls.assertAllNamed();
    }
}
