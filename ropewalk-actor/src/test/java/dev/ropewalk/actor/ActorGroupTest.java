package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.base.Uninterruptibly;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What groups do for their actors. */
@Timeout(60)
class ActorGroupTest {
    @AutoClose
    private final CapturedLog log = new CapturedLog("dev.ropewalk");

    @AutoClose
    private final ActorSystem system = ActorSystem.create("groups");

    private final ConcurrentLinkedQueue<DeadLetter> deadLetters = new ConcurrentLinkedQueue<>();
    private final AtomicInteger handled = new AtomicInteger();
    private final AtomicInteger made = new AtomicInteger();

    @BeforeEach
    void listen() {
        system.events().subscribe(DeadLetter.class, system.<DeadLetter>spawn("morgue", _ -> deadLetters::add));
    }

    private ActorRef<String> counterIn(ActorSpawner group) {
        return group.spawn(context -> {
            made.incrementAndGet();
            return text -> {
                Integer.parseInt(text);
                handled.incrementAndGet();
            };
        });
    }

    private void awaitStop(ActorRef<?> actor) throws Exception {
        system.whenStopped(actor).get(20, TimeUnit.SECONDS);
    }

    @Test
    void shouldBeTheParentOfWhatIsSpawnedInIt() {
        ActorGroup group = system.spawnGroup("clerks", Supervision.restart());
        assertThat(group.ref().path()).isEqualTo("/groups/clerks");
        assertThat(counterIn(group).path()).isEqualTo("/groups/clerks/$1");
        assertThat(group.spawn("second", context -> message -> {}).path()).isEqualTo("/groups/clerks/second");
        assertThat(group.spawnBlocking("third", inbox -> inbox.receive()).path())
                .isEqualTo("/groups/clerks/third");
        assertThat(group.size()).isEqualTo(3);
        assertThat(system.details("/groups/clerks")).isPresent();
    }

    @Test
    void shouldTakeActorsOfAllThreadsAtOnce() throws Exception {
        ActorGroup group = system.spawnGroup("clerks", Supervision.restart());
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(i -> Thread.ofPlatform().start(() -> {
                    for (int n = 0; n < 500; n++) {
                        counterIn(group).tell("1");
                    }
                }))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        Await.until("all have handled their message", () -> handled.get() == 2000);
        assertThat(group.size()).isEqualTo(2000);
        system.stop(group.ref());
        awaitStop(group.ref());
        assertThat(group.size()).isZero();
    }

    @Test
    void shouldSuperviseAsWasAsked() throws Exception {
        ActorGroup restarting = system.spawnGroup("restarting", Supervision.restart());
        ActorRef<String> first = counterIn(restarting);
        first.tell("bad");
        first.tell("1");
        Await.until("it has gone on", () -> handled.get() == 1);
        assertThat(made).hasValue(2);

        ActorGroup stopping = system.spawnGroup("stopping", Supervision.always(Directive.STOP));
        ActorRef<String> second = counterIn(stopping);
        second.tell("bad");
        awaitStop(second);
        assertThat(stopping.size()).isZero();
    }

    @Test
    void shouldGoOnWithoutTheActorsThatItHadWhenItIsRestarted() throws Exception {
        ActorGroup group = system.spawnGroup(
                "clerks", Supervision.always(Directive.ESCALATE).on(NumberFormatException.class, Directive.RESTART));
        var let = new CountDownLatch(1);
        ActorRef<Object> slow = group.spawnBlocking(inbox -> Uninterruptibly.await(let));
        ActorRef<Object> failing = group.spawn(context -> message -> {
            throw new IllegalStateException("on purpose");
        });
        failing.tell("fail");
        awaitStop(failing);
        ActorRef<String> counter = counterIn(group);
        counter.tell("not a number");
        counter.tell("1");
        Await.until("it is restarted, and goes on", () -> handled.get() == 1);
        assertThat(made).hasValue(2);
        assertThat(deadLetters).isEmpty();
        let.countDown();
        awaitStop(slow);
        assertThat(group.size()).isEqualTo(1);
    }

    @Test
    void shouldStopGracefullyWithItsActors() throws Exception {
        ActorGroup group = system.spawnGroup("clerks", Supervision.restart());
        List<ActorRef<String>> actors =
                IntStream.range(0, 10).mapToObj(i -> counterIn(group)).toList();
        for (ActorRef<String> actor : actors) {
            for (int i = 0; i < 100; i++) {
                actor.tell("1");
            }
        }
        system.stopGracefully(group.ref());
        awaitStop(group.ref());
        assertThat(handled).hasValue(1000);
        assertThat(deadLetters).isEmpty();
    }

    @Test
    void shouldSpawnNothingMoreWhenItIsToStopGracefully() throws Exception {
        var let = new CompletableFuture<String>();
        ActorGroup group = system.spawnGroup("clerks", Supervision.restart());
        ActorRef<String> last = group.spawn(context -> {
            context.pauseUntil(let, (result, failure) -> {});
            return text -> handled.incrementAndGet();
        });
        last.tell("1");
        system.stopGracefully(group.ref());
        assertThatThrownBy(() -> counterIn(group))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("/groups/clerks is stopping");
        let.complete("now");
        awaitStop(group.ref());
        assertThat(handled).hasValue(1);
        assertThat(deadLetters).isEmpty();
    }

    @Test
    void shouldStopGracefullyIfItIsEmpty() throws Exception {
        ActorGroup group = system.spawnGroup("clerks", Supervision.restart());
        system.stopGracefully(group.ref());
        awaitStop(group.ref());
    }

    @Test
    void shouldSpawnNothingMoreWhenItHasStopped() throws Exception {
        ActorGroup group = system.spawnGroup("clerks", Supervision.restart());
        system.stop(group.ref());
        awaitStop(group.ref());
        assertThatThrownBy(() -> counterIn(group))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("/groups/clerks is stopping");
        assertThat(system.spawnGroup("clerks", Supervision.restart()).size()).isZero();
    }

    @Test
    void shouldMakeDeadLettersOfWhatItIsSent() {
        ActorGroup group = system.spawnGroup("clerks", Supervision.restart());
        group.ref().tell("what?");
        assertThat(group.ref().tryTell("what?")).isFalse();
        assertThat(group.ref().ask(replyTo -> replyTo, Duration.ofSeconds(20)))
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(ActorStoppedException.class);
        Await.until("they are dead letters", () -> deadLetters.size() == 2);
        Await.until(
                "they are logged",
                () -> log.messages("dead letter to /groups/clerks").size() == 2);
    }

    @Test
    void shouldRefuseANameThatIsTaken() {
        system.spawnGroup("clerks", Supervision.restart());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> system.spawnGroup("clerks", Supervision.restart()))
                .withMessageContaining("has a child named 'clerks' already");
    }
}
