package dev.ropewalk.sim.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorCloseReport;
import dev.ropewalk.actor.ActorFailure;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.MailboxFullException;
import dev.ropewalk.actor.MessagesDropped;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Receptionist.Listing;
import dev.ropewalk.actor.Router;
import dev.ropewalk.actor.Routing;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.sim.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Actors in simulations: messages, failures, full mailboxes, services and ends in any order. */
class ActorWorldsTest {
    private static final int MESSAGES = 3;
    private static final int SENDERS = 2;
    private static final int ALL = SENDERS * MESSAGES;
    private static final Duration LONG = Duration.ofSeconds(10);

    private record Question(int number, ActorRef<Integer> replyTo) {}

    private static ActorSystem system(Simulation simulation) {
        return ActorSystem.builder("world").scheduler(simulation.scheduler()).build();
    }

    private static void assertCloses(ActorSystem system) {
        ActorCloseReport report = system.close(LONG);
        assertThat(report.isComplete()).as(report.toString()).isTrue();
    }

    private static void tellFromThreads(Simulation simulation, ActorRef<Integer> actor, Runnable onRefusal) {
        for (int sender = 0; sender < SENDERS; sender++) {
            int first = sender * MESSAGES;
            Worlds.start(simulation, "sender " + sender, () -> {
                for (int i = 0; i < MESSAGES; i++) {
                    try {
                        actor.tell(first + i);
                    } catch (MailboxFullException full) {
                        onRefusal.run();
                    }
                }
            });
        }
    }

    @Test
    void shouldKeepTheOrderOfEachSender() {
        Worlds.check(simulation -> {
            ActorSystem system = system(simulation);
            List<Integer> received = new ArrayList<>();
            tellFromThreads(simulation, system.spawn(context -> received::add), () -> {});
            simulation.run();
            assertThat(received).hasSize(ALL);
            assertThat(received.stream().filter(number -> number < MESSAGES)).isSorted();
            assertThat(received.stream().filter(number -> number >= MESSAGES)).isSorted();
            assertCloses(system);
        });
    }

    @ParameterizedTest
    @EnumSource(OverflowPolicy.class)
    void shouldHandleOrCountEachMessageToAFullMailbox(OverflowPolicy policy) {
        Worlds.check(simulation -> {
            ActorSystem system = system(simulation);
            var handled = new AtomicInteger();
            var lost = new AtomicLong();
            system.events()
                    .subscribe(
                            MessagesDropped.class,
                            system.<MessagesDropped>spawn(context -> drops -> lost.addAndGet(drops.count())));
            system.events()
                    .subscribe(DeadLetter.class, system.<DeadLetter>spawn(context -> letter -> lost.incrementAndGet()));
            ActorRef<Integer> actor = system.spawn(
                    ActorOptions.defaults().mailbox(Mailbox.bounded(1, policy)),
                    context -> message -> handled.incrementAndGet());
            tellFromThreads(simulation, actor, lost::incrementAndGet);
            simulation.run();
            assertCloses(system);
            assertThat(handled.get() + lost.get()).isEqualTo(ALL);
        });
    }

    @Test
    void shouldBreakACycleOfFullMailboxes() {
        Worlds.check(simulation -> {
            ActorSystem system = system(simulation);
            ActorOptions<Object> narrow = ActorOptions.defaults().mailbox(Mailbox.bounded(1, OverflowPolicy.BLOCK));
            List<ActorRef<Integer>> pair = new ArrayList<>();
            var handled = new AtomicInteger();
            for (int i = 0; i < 2; i++) {
                int other = 1 - i;
                pair.add(system.spawn(narrow, context -> message -> {
                    handled.incrementAndGet();
                    if (message > 0) {
                        pair.get(other).tell(message - 1);
                    }
                }));
            }
            tellFromThreads(simulation, pair.getFirst(), () -> {});
            tellFromThreads(simulation, pair.getLast(), () -> {});
            simulation.run();
            assertThat(handled).hasValue(2 * (1 + 2 + 3 + 4 + 5 + 6));
            assertCloses(system);
        });
    }

    @Test
    void shouldRestartAnActorThatFailsAndGoOn() {
        Worlds.check(simulation -> {
            ActorSystem system = system(simulation);
            var made = new AtomicInteger();
            var handled = new AtomicInteger();
            var failures = new AtomicInteger();
            system.events()
                    .subscribe(
                            ActorFailure.class,
                            system.<ActorFailure>spawn(context -> failure -> failures.incrementAndGet()));
            ActorRef<Integer> actor = system.spawn(context -> {
                made.incrementAndGet();
                return message -> {
                    handled.incrementAndGet();
                    if (message == 1) {
                        throw new IllegalStateException("on purpose");
                    }
                };
            });
            tellFromThreads(simulation, actor, () -> {});
            simulation.run();
            assertThat(handled).hasValue(ALL);
            assertThat(made).hasValue(2);
            assertThat(failures).hasValue(1);
            assertCloses(system);
        });
    }

    @Test
    void shouldGiveBackWhatWasStashed() {
        Worlds.check(simulation -> {
            ActorSystem system = system(simulation);
            List<Integer> handled = new ArrayList<>();
            ActorRef<Integer> actor = system.spawn(context -> message -> {
                if (message < ALL - 1) {
                    context.stash().add(message);
                } else {
                    context.become(handled::add);
                    context.stash().unstashAll();
                }
            });
            tellFromThreads(simulation, actor, () -> {});
            simulation.run();
            assertThat(handled).hasSize(ALL - 1);
            assertThat(handled.stream().filter(number -> number < MESSAGES)).isSorted();
            assertCloses(system);
        });
    }

    @Test
    void shouldAnswerEachQuestionOrEndIt() {
        Worlds.check(simulation -> {
            ActorSystem system = system(simulation);
            ActorRef<Question> actor =
                    system.spawn(context -> question -> question.replyTo().tell(question.number()));
            var ends = new AtomicInteger();
            Worlds.start(simulation, "asker", () -> {
                for (int i = 0; i < MESSAGES; i++) {
                    int number = i;
                    var _ = actor.<Integer>ask(replyTo -> new Question(number, replyTo), LONG)
                            .whenComplete((answer, failure) -> ends.incrementAndGet());
                }
            });
            Worlds.start(simulation, "stopper", () -> system.stop(actor));
            simulation.run();
            assertThat(ends).hasValue(MESSAGES);
            assertCloses(system);
        });
    }

    @Test
    void shouldServeABlockingActorThatIsStoppedMeanwhile() {
        Worlds.check(simulation -> {
            ActorSystem system = system(simulation);
            var handled = new AtomicInteger();
            var letters = new AtomicInteger();
            system.events()
                    .subscribe(
                            DeadLetter.class, system.<DeadLetter>spawn(context -> letter -> letters.incrementAndGet()));
            ActorRef<Integer> actor = system.spawnBlocking(inbox -> {
                while (true) {
                    Optional<Integer> message = inbox.receive(Duration.ofMillis(1));
                    if (message.isEmpty()) {
                        message = Optional.of(inbox.receive());
                    }
                    handled.incrementAndGet();
                }
            });
            tellFromThreads(simulation, actor, () -> {});
            Worlds.start(simulation, "stopper", () -> system.stop(actor));
            simulation.run();
            assertThat(handled.get() + letters.get()).isEqualTo(ALL);
            assertCloses(system);
        });
    }

    @Test
    void shouldResizeARouterFromTwoThreads() {
        Worlds.check(simulation -> {
            ActorSystem system = system(simulation);
            var handled = new AtomicInteger();
            Router<Integer> router = system.spawnRouter(
                    ActorOptions.defaults(), Routing.roundRobin(), 2, context -> message -> handled.incrementAndGet());
            Worlds.start(simulation, "more", () -> router.resize(3));
            Worlds.start(simulation, "fewer", () -> router.resize(1));
            simulation.run();
            assertThat(router.routees()).hasSizeBetween(1, 3);
            for (int i = 0; i < ALL; i++) {
                router.tell(i);
            }
            assertCloses(system);
            assertThat(handled).hasValue(ALL);
        });
    }

    @Test
    void shouldForgetServicesThatHaveStopped() {
        Worlds.check(simulation -> {
            ActorSystem system = system(simulation);
            ServiceKey<Integer> key = new ServiceKey<>("numbers", Integer.class);
            List<Integer> listed = new ArrayList<>();
            ActorRef<Listing<Integer>> subscriber = system.spawn(
                    context -> listing -> listed.add(listing.actors().size()));
            ActorRef<Integer> one = system.spawn(context -> message -> {});
            ActorRef<Integer> other = system.spawn(context -> message -> {});
            Worlds.start(simulation, "registers", () -> {
                system.receptionist().register(key, one);
                system.receptionist().register(key, other);
                system.receptionist().deregister(key, other);
            });
            Worlds.start(simulation, "subscribes", () -> system.receptionist().subscribe(key, subscriber));
            Worlds.start(simulation, "registers and stops", () -> {
                system.receptionist().register(key, other);
                system.stop(one);
                system.receptionist().deregister(key, other);
            });
            simulation.run();
            assertThat(system.receptionist().find(key)).isEmpty();
            assertThat(listed).endsWith(0);
            assertCloses(system);
        });
    }

    @Test
    void shouldHearOfTheStopOfAnActorThatTwoThreadsAddAndRemove() {
        Worlds.check(simulation -> {
            ActorSystem system = system(simulation);
            ServiceKey<Integer> key = new ServiceKey<>("numbers", Integer.class);
            ActorRef<Integer> actor = system.spawn(context -> message -> {});
            Worlds.start(simulation, "adds and removes", () -> {
                system.receptionist().register(key, actor);
                system.receptionist().deregister(key, actor);
            });
            Worlds.start(simulation, "adds", () -> system.receptionist().register(key, actor));
            simulation.runFor(LONG);
            system.stop(actor);
            simulation.run();
            assertThat(system.receptionist().find(key)).isEmpty();
            assertCloses(system);
        });
    }

    @Test
    void shouldCloseWhileActorsAreBusy() {
        Worlds.check(simulation -> {
            ActorSystem system = system(simulation);
            var handled = new AtomicInteger();
            ActorRef<Integer> last = system.spawn(context -> message -> handled.incrementAndGet());
            ActorRef<Integer> first = system.spawn(context -> last::tell);
            for (int i = 0; i < MESSAGES; i++) {
                first.tell(i);
            }
            var complete = new AtomicInteger();
            for (int i = 0; i < 2; i++) {
                Worlds.start(simulation, "closer " + i, () -> {
                    if (system.close(LONG).isComplete()) {
                        complete.incrementAndGet();
                    }
                });
            }
            Worlds.start(simulation, "awaits", () -> system.awaitTermination(LONG));
            simulation.run();
            assertThat(handled).hasValue(MESSAGES);
            assertThat(complete).hasValue(2);
        });
    }
}
