package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Gate;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.Routing;
import dev.ropewalk.actor.Stage;
import dev.ropewalk.actor.Stash;
import dev.ropewalk.actor.Timers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A context belongs to its actor's own code. */
@Timeout(60)
class ContextOwnerTest {
    @AutoClose
    private final Stage stage = new Stage();

    private final ActorRef<Act> actor = stage.spawn("actor");
    private final ActorContext<Act> context = contextOf(actor);
    private final Stash<Act> stash = stage.call(actor, ActorContext::stash);
    private final Timers<Act> timers = stage.call(actor, ActorContext::timers);

    private ActorContext<Act> contextOf(ActorRef<Act> of) {
        return stage.<ActorContext<Act>>call(of, own -> own);
    }

    /** Something that only the actor itself may do. */
    interface Use {
        void of(ContextOwnerTest test);
    }

    /** A use, and what the error calls it. */
    record Case(String name, Use use) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final Act NOTHING = context -> {};

    static Stream<Case> uses() {
        return Stream.of(
                new Case("children", test -> test.context.children()),
                new Case("child", test -> test.context.child("name")),
                new Case("stop", test -> test.context.stop()),
                new Case("stop", test -> test.context.stop(test.actor)),
                new Case("watch", test -> test.context.watch(test.actor)),
                new Case("watch", test -> test.context.watch(test.actor, NOTHING)),
                new Case("unwatch", test -> test.context.unwatch(test.actor)),
                new Case("timers", test -> test.context.timers()),
                new Case("stash", test -> test.context.stash()),
                new Case("become", test -> test.context.become(message -> {})),
                new Case("becomeStacked", test -> test.context.becomeStacked(message -> {})),
                new Case("unbecome", test -> test.context.unbecome()),
                new Case("logger", test -> test.context.logger()),
                new Case("spawn", test -> test.context.spawn(inner -> message -> {})),
                new Case("spawnBlocking", test -> test.context.spawnBlocking(inbox -> {})),
                new Case("proxy", test -> test.context.proxy(Runnable.class, () -> () -> {})),
                new Case(
                        "spawnRouter",
                        test -> test.context.spawnRouter(Routing.roundRobin(), 1, inner -> message -> {})),
                new Case("stash().add", test -> test.stash.add(NOTHING)),
                new Case("stash().unstashAll", test -> test.stash.unstashAll()),
                new Case("stash().clear", test -> test.stash.clear()),
                new Case("stash().size", test -> test.stash.size()),
                new Case("stash().isFull", test -> test.stash.isFull()),
                new Case("timers().startSingle", test -> test.timers.startSingle("key", NOTHING, Duration.ZERO)),
                new Case(
                        "timers().startAtFixedRate",
                        test -> test.timers.startAtFixedRate("key", NOTHING, Duration.ZERO, Duration.ofHours(1))),
                new Case("timers().cancel", test -> test.timers.cancel("key")),
                new Case("timers().cancelAll", test -> test.timers.cancelAll()),
                new Case("timers().isActive", test -> test.timers.isActive("key")),
                new Case(
                        "timers().setReceiveTimeout",
                        test -> test.timers.setReceiveTimeout(Duration.ofHours(1), NOTHING)),
                new Case("timers().cancelReceiveTimeout", test -> test.timers.cancelReceiveTimeout()));
    }

    @ParameterizedTest
    @MethodSource("uses")
    void shouldRefuseAForeignThread(Case use) {
        assertThat(catchThrowable(() -> use.use().of(this)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(use.name() + " of the context of /test/actor")
                .hasMessageContaining("was called in " + Thread.currentThread());
        stage.check(actor, own -> assertThat(own.children()).isEmpty());
    }

    @Test
    void shouldNameTheThreadThatRunsTheActor() throws Exception {
        var runner = new CompletableFuture<Thread>();
        actor.tell(own -> runner.complete(Thread.currentThread()));
        Gate gate = stage.hold(actor);
        Thread runs = Internals.cellOf(stage.system, actor).strand.runner().orElseThrow();
        assertThat(catchThrowable(context::children)).hasMessageContaining("it runs in " + runs);
        gate.open();
        assertThat(runner.join().getClass()).isEqualTo(runs.getClass());
    }

    @Test
    void shouldRefuseTheCodeOfAnotherActor() {
        ActorRef<Act> other = stage.spawn("other");
        stage.check(
                other,
                inside -> assertThat(catchThrowable(context::children)).isInstanceOf(IllegalStateException.class));
    }

    @Test
    void shouldRefuseAThreadBesideTheRunOfABlockingActor() {
        var own = new CompletableFuture<ActorContext<String>>();
        stage.system.<String>spawnBlocking("blocking", inbox -> {
            inbox.context().timers().cancelAll();
            own.complete(inbox.context());
            inbox.receive();
        });
        assertThat(catchThrowable(() -> own.join().children()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("it runs in VirtualThread");
    }

    @Test
    void shouldBelongToTheActorWhileThatIsMade() {
        var made = new CompletableFuture<Integer>();
        stage.system.<String>spawn("parent", outer -> {
            ActorRef<String> child = outer.spawn("child", inner -> {
                inner.timers().startSingle("key", "later", Duration.ofHours(1));
                assertThat(catchThrowable(outer::children)).isInstanceOf(IllegalStateException.class);
                return message -> {};
            });
            outer.watch(child, "gone");
            made.complete(outer.children().size());
            return message -> {};
        });
        assertThat(made).isCompletedWithValue(1);
    }
}
