package dev.ropewalk.actor.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorDetails;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSnapshot.State;
import dev.ropewalk.actor.BlockingActor;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.Gate;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.MailboxWait;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Puppet;
import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.Routing;
import dev.ropewalk.actor.Stage;
import dev.ropewalk.actor.Supervision;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is told of one actor, and of those that wait for room. */
@Timeout(60)
class DetailsTest {
    private final Stage stage = new Stage();

    @AfterEach
    void close() {
        stage.close();
    }

    private ActorDetails detailsOf(ActorRef<?> actor) {
        return stage.system.details(actor.path()).orElseThrow();
    }

    @Test
    void shouldTellOfOneActor() {
        ActorRef<Act> parent = stage.spawn("parent");
        ActorRef<Act> child = stage.spawn(parent, ActorOptions.defaults());
        stage.check(parent, context -> context.watch(child, inner -> {}));
        stage.settleOrders(child);
        Gate gate = stage.hold(child);
        child.tell(context -> {});

        ActorDetails details = detailsOf(child);
        gate.open();

        assertThat(details.path()).isEqualTo("/test/parent/$1");
        assertThat(details.type()).isEqualTo(Puppet.class.getName());
        assertThat(details.state()).isEqualTo(State.BUSY);
        assertThat(details.mailbox()).isEqualTo("Mailbox[unbounded]");
        assertThat(details.waiting()).isEqualTo(1);
        assertThat(details.processed()).isEqualTo(1);
        assertThat(details.watchers()).isEqualTo(1);
        assertThat(details.lastFailure()).isEmpty();
        assertThat(detailsOf(parent).children()).isEqualTo(1);
        assertThat(detailsOf(parent).watchers()).isZero();
    }

    @Test
    void shouldForgetAWatcherThatIsGone() {
        ActorRef<Act> watched = stage.spawn("watched");
        ActorRef<Act> watcher = stage.spawn("watcher");
        stage.check(watcher, context -> context.watch(watched));
        stage.settleOrders(watched);
        assertThat(detailsOf(watched).watchers()).isEqualTo(1);

        stage.check(watcher, context -> context.unwatch(watched));
        stage.settleOrders(watched);

        assertThat(detailsOf(watched).watchers()).isZero();
    }

    @Test
    void shouldTellOfTheLastFailure() {
        ActorRef<Act> parent = stage.spawn(
                ActorOptions.defaults().name("parent").childSupervision(Supervision.always(Directive.RESUME)));
        ActorRef<Act> child = stage.spawn(parent, "child");
        stage.fail(child, "first");
        stage.fail(child, "x".repeat(1000));
        stage.settle(child);

        assertThat(detailsOf(child).failures()).isEqualTo(2);
        assertThat(detailsOf(child).lastFailure().orElseThrow())
                .startsWith("java.lang.IllegalStateException: xxx")
                .hasSize(300);
    }

    @Test
    void shouldTellOfAFailureThatHasNoText() {
        ActorRef<Act> parent = stage.spawn(
                ActorOptions.defaults().name("parent").childSupervision(Supervision.always(Directive.RESUME)));
        ActorRef<Act> child = stage.spawn(parent, "child");
        child.tell(Puppet.fail(new Mute()));
        stage.settle(child);

        assertThat(detailsOf(child).lastFailure()).hasValue(Mute.class.getName());
    }

    @Test
    void shouldTellOfAFailureWhoseTextIsNull() {
        ActorRef<Act> parent = stage.spawn(
                ActorOptions.defaults().name("parent").childSupervision(Supervision.always(Directive.RESUME)));
        ActorRef<Act> child = stage.spawn(parent, "child");
        child.tell(Puppet.fail(new Nothing()));
        stage.settle(child);

        assertThat(detailsOf(child).lastFailure()).hasValue("null");
        assertThat(detailsOf(child).failures()).isEqualTo(1);
    }

    @SuppressWarnings({"NullAway", "OverrideThrowableToString", "ToStringReturnsNull"}) // users may do that
    private static final class Nothing extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String toString() {
            return null;
        }
    }

    private static final class Mute extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no text");
        }
    }

    @Test
    void shouldNameTheCodeOfEachKindOfActor() {
        BlockingActor<Object> reading = inbox -> {
            while (true) {
                inbox.receive();
            }
        };
        ActorRef<Object> lambda = stage.system.spawn("lambda", context -> message -> {});
        ActorRef<Object> blocking = stage.system.spawnBlocking("blocking", reading);
        ActorRef<Object> router = stage.system.routerOf(Routing.roundRobin(), List.of(lambda));

        assertThat(detailsOf(lambda).type()).isEqualTo("a lambda of " + DetailsTest.class.getName());
        assertThat(detailsOf(blocking).type()).isEqualTo("a lambda of " + DetailsTest.class.getName());
        assertThat(detailsOf(router).type()).endsWith("Router");
    }

    @Test
    void shouldTellOfNoActorThatIsntThere() {
        stage.spawn("one");
        for (String path :
                List.of("", "/", "/tes", "/test/", "/test/two", "/test/one/", "/test/one/$1", "/testone", "one")) {
            assertThat(stage.system.details(path)).as(path).isEmpty();
        }
        assertThat(stage.system.details("/test")).isPresent();
        assertThat(stage.system.details("/test/one")).isPresent();
    }

    @Test
    void shouldTellWhichActorWaitsForRoomInWhichMailbox() {
        ActorRef<Act> full =
                stage.spawn(ActorOptions.defaults().name("full").mailbox(Mailbox.bounded(1, OverflowPolicy.BLOCK)));
        ActorRef<Act> sender = stage.spawn("sender");
        Gate gate = stage.hold(full);
        sender.tell(context -> {
            for (int i = 0; i < 3; i++) {
                full.tell(inner -> {});
            }
        });
        var wait = new MailboxWait("/test/sender", "/test/full", 2);
        stage.kit.await("the sender waits", () -> stage.system.mailboxWaits().equals(List.of(wait)));

        gate.open();
        stage.settle(sender);
        assertThat(stage.system.mailboxWaits()).isEmpty();
    }
}
