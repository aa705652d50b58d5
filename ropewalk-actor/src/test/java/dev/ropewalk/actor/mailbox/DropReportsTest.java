package dev.ropewalk.actor.mailbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorCloseReport;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Gate;
import dev.ropewalk.actor.Hold;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.MessagesDropped;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.Stage;
import dev.ropewalk.actor.testkit.Probe;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a full mailbox drops is counted, published and logged. */
@Timeout(60)
class DropReportsTest {
    private static final int CAPACITY = 2;
    private static final int SENT = 1000;

    private static long countOf(List<MessagesDropped> events) {
        return events.stream().mapToLong(MessagesDropped::count).sum();
    }

    @ParameterizedTest
    @EnumSource(names = {"DROP_NEWEST", "DROP_OLDEST"})
    void shouldTellOfEachMessageThatIsDropped(OverflowPolicy policy) {
        try (var stage = new Stage()) {
            Probe<MessagesDropped> events = stage.kit.events(MessagesDropped.class);
            ActorRef<Act> actor =
                    stage.spawn(ActorOptions.defaults().name("actor").mailbox(Mailbox.bounded(CAPACITY, policy)));
            Gate gate = stage.hold(actor);
            for (int i = 0; i < SENT; i++) {
                actor.tell(context -> {});
            }
            assertThat(stage.system.snapshot().all().filter(each -> each.path().equals("/test/actor")))
                    .extracting(ActorSnapshot::dropped)
                    .containsExactly((long) SENT - CAPACITY);
            assertThat(stage.system.tree()).contains((SENT - CAPACITY) + " dropped");
            MessagesDropped first = events.receive();
            assertThat(first.recipient()).isEqualTo(actor);
            assertThat(first.count()).isEqualTo(1);

            stage.system.stop(actor);
            gate.open();
            MessagesDropped last = events.receive();
            assertThat(countOf(List.of(first, last))).isEqualTo(SENT - CAPACITY);
            assertThat(last.total()).isEqualTo(SENT - CAPACITY);
            assertThat(stage.log.messages("the mailbox of /test/actor was full"))
                    .hasSize(2);
        }
    }

    @Test
    void shouldCountEventsThatFoundTheMailboxOfASubscriberFull() {
        try (var stage = new Stage()) {
            ActorRef<Act> actor = stage.spawn(
                    ActorOptions.defaults().name("actor").mailbox(Mailbox.bounded(1, OverflowPolicy.DEAD_LETTER)));
            stage.system.events().subscribe(Act.class, actor);
            Gate gate = stage.hold(actor);
            for (int i = 0; i < 3; i++) {
                stage.system.events().publish((Act) context -> {});
            }
            assertThat(Internals.cellOf(stage.system, actor).dropped()).isEqualTo(2);
            gate.open();
        }
    }

    /** Subscribers stop with the system, perhaps before the actor whose drops are due. */
    @Test
    void shouldTellOfAllDropsBeforeTheSystemStopsItsActors() throws Exception {
        try (var quiet = new CapturedLog("dev.ropewalk")) {
            ActorSystem system = ActorSystem.create("drops");
            List<MessagesDropped> told = new CopyOnWriteArrayList<>();
            ActorRef<MessagesDropped> subscriber = system.spawn(context -> told::add);
            system.events().subscribe(MessagesDropped.class, subscriber);
            var hold = new Hold();
            ActorRef<Hold> actor = system.spawn(
                    ActorOptions.defaults().mailbox(Mailbox.bounded(1, OverflowPolicy.DROP_NEWEST)),
                    context -> message -> message.pass(context.scheduler()));
            actor.tell(hold);
            Await.until("the actor is held", hold::isEntered);
            for (int i = 0; i < SENT; i++) {
                actor.tell(hold);
            }
            hold.open();

            ActorCloseReport report = system.close(Duration.ofSeconds(60));

            assertThat(report.isComplete()).isTrue();
            assertThat(report.deadLetters()).isZero();
            assertThat(countOf(told)).isEqualTo(SENT - 1);
            assertThat(told.getLast().total()).isEqualTo(SENT - 1);
            assertThat(quiet.messages("messages were dropped")).hasSize(told.size());
        }
    }

    /** What subscribers drop of what they are told isn't told in turn while the system closes. */
    @Test
    void shouldCloseAlthoughSubscribersDropWhatTheyAreTold() {
        try (var quiet = new CapturedLog("dev.ropewalk")) {
            ActorSystem system = ActorSystem.create("narrow");
            for (int i = 0; i < 6; i++) {
                system.events()
                        .subscribe(
                                MessagesDropped.class,
                                system.spawn(
                                        ActorOptions.defaults().mailbox(Mailbox.bounded(1, OverflowPolicy.DROP_NEWEST)),
                                        context -> message -> {}));
            }
            var hold = new Hold();
            ActorRef<Hold> actor = system.spawn(
                    ActorOptions.defaults().mailbox(Mailbox.bounded(1, OverflowPolicy.DROP_NEWEST)),
                    context -> message -> message.pass(context.scheduler()));
            actor.tell(hold);
            Await.until("the actor is held", hold::isEntered);
            for (int i = 0; i < SENT; i++) {
                actor.tell(hold);
            }
            hold.open();

            assertThat(system.close(Duration.ofSeconds(60)).isComplete()).isTrue();
            assertThat(quiet.messages("waits for actors")).hasSizeLessThan(2);
        }
    }
}
