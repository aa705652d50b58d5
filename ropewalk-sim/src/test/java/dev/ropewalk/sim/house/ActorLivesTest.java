package dev.ropewalk.sim.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.sim.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The lives of actors in simulations: watching, timers, restarts with delays, waits for room, and stops in the midst of that. */
class ActorLivesTest {
    private static final int MESSAGES = 3;
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final Duration SOON = Duration.ofMillis(5);

    private static ActorSystem system(Simulation simulation) {
        return ActorSystem.builder("world").scheduler(simulation.scheduler()).build();
    }

    private static void assertCloses(ActorSystem system) {
        assertThat(system.close(LONG).isComplete()).isTrue();
    }

    private static AtomicInteger deadLetters(ActorSystem system) {
        var letters = new AtomicInteger();
        system.events()
                .subscribe(DeadLetter.class, system.<DeadLetter>spawn(context -> letter -> letters.incrementAndGet()));
        return letters;
    }

    @Test
    void shouldHearOfTheEndOfAnActorOnce() {
        Worlds.check(simulation -> {
            ActorSystem system = system(simulation);
            List<String> heard = new ArrayList<>();
            var stops = new AtomicInteger();
            ActorRef<Integer> watched = system.spawn(context -> message -> {});
            system.<String>spawn(context -> {
                context.watch(watched, "stopped");
                return message -> {
                    heard.add(message);
                    if (message.equals("stopped")) {
                        context.watch(watched, "had stopped");
                    }
                };
            });
            Worlds.start(simulation, "stops", () -> system.stop(watched));
            Worlds.start(simulation, "stops too", () -> system.stop(watched));
            Worlds.start(simulation, "asks", () -> {
                var _ = system.whenStopped(watched).thenRun(stops::incrementAndGet);
            });
            simulation.run();
            assertThat(heard).containsExactly("stopped", "had stopped");
            assertThat(stops).hasValue(1);
            assertCloses(system);
        });
    }

    @Test
    void shouldFreeANameBeforeTheActorCountsAsStopped() {
        Worlds.check(simulation -> {
            ActorSystem system = system(simulation);
            List<ActorRef<Integer>> namesakes = new ArrayList<>();
            ActorRef<Integer> first = system.spawn("name", context -> message -> {});
            Worlds.start(simulation, "stops", () -> system.stop(first));
            Worlds.start(simulation, "spawns a namesake", () -> {
                var _ = system.whenStopped(first)
                        .thenRun(() -> namesakes.add(system.spawn("name", context -> message -> {})));
            });
            simulation.run();
            assertThat(namesakes).hasSize(1);
            assertCloses(system);
        });
    }

    @Test
    void shouldStopEachChildBeforeItsParent() {
        Worlds.check(simulation -> {
            ActorSystem system = system(simulation);
            List<String> ends = new ArrayList<>();
            ActorRef<Integer> parent = system.spawn("parent", context -> {
                ActorRef<Integer> child = context.spawn("child", inner -> ending(ends, "child"));
                return new Actor<>() {
                    @Override
                    public void receive(Integer message) {
                        child.tell(message);
                    }

                    @Override
                    public void postStop() {
                        ends.add("parent");
                    }
                };
            });
            Worlds.start(simulation, "tells", () -> parent.tell(1));
            Worlds.start(simulation, "stops", () -> system.stop(parent));
            simulation.run();
            assertThat(ends).containsExactly("child", "parent");
            system.spawn("parent", context -> message -> {});
            assertCloses(system);
        });
    }

    private static Actor<Integer> ending(List<String> ends, String name) {
        return new Actor<>() {
            @Override
            public void receive(Integer message) {}

            @Override
            public void postStop() {
                ends.add(name);
            }
        };
    }

    @Test
    void shouldRestartAllChildrenTogetherAfterADelay() {
        Worlds.check(simulation -> {
            ActorSystem system = ActorSystem.builder("world")
                    .scheduler(simulation.scheduler())
                    .supervision(Supervision.restart()
                            .allForOne(true)
                            .backoff(Duration.ofSeconds(1), Duration.ofSeconds(4), 0.5))
                    .build();
            var handled = new AtomicInteger();
            List<ActorRef<Integer>> actors = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                actors.add(system.spawn(context -> message -> {
                    handled.incrementAndGet();
                    if (message == 0) {
                        throw new IllegalStateException("on purpose");
                    }
                }));
            }
            AtomicInteger letters = deadLetters(system);
            for (ActorRef<Integer> actor : actors) {
                Worlds.start(simulation, "tells", () -> {
                    for (int i = 0; i < MESSAGES; i++) {
                        actor.tell(i);
                    }
                });
            }
            simulation.run();
            assertThat(handled.get() + letters.get()).isEqualTo(2 * MESSAGES);
            assertThat(simulation.time()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
            assertCloses(system);
        });
    }

    @Test
    void shouldCountTicksAndIdleTimesByVirtualTime() {
        Worlds.check(simulation -> {
            ActorSystem system = system(simulation);
            List<String> seen = new ArrayList<>();
            ActorRef<String> actor = system.spawn(context -> {
                context.timers().setReceiveTimeout(Duration.ofMinutes(3), "idle");
                context.timers().startSingle("once", "tick", Duration.ofMinutes(1));
                return message -> {
                    seen.add(message);
                    if (message.equals("idle")) {
                        context.timers().cancelReceiveTimeout();
                    }
                };
            });
            Worlds.start(simulation, "tells", () -> actor.tell("told"));
            simulation.run();
            assertThat(seen).containsExactly("told", "tick", "idle");
            assertCloses(system);
        });
    }

    @Test
    void shouldLetSendersGoOnWhenTheActorStopsForWhoseRoomTheyWait() {
        Worlds.check(simulation -> {
            ActorSystem system = system(simulation);
            AtomicInteger letters = deadLetters(system);
            var handled = new AtomicInteger();
            var refused = new AtomicInteger();
            ActorRef<Integer> actor = system.spawnBlocking(
                    ActorOptions.defaults().mailbox(Mailbox.bounded(1, OverflowPolicy.BLOCK)), inbox -> {
                        for (int i = 0; i < 2; i++) {
                            inbox.receive();
                            handled.incrementAndGet();
                        }
                    });
            ActorRef<Integer> relay = system.spawn(context -> actor::tell);
            Worlds.start(simulation, "tells", () -> {
                for (int i = 0; i < MESSAGES; i++) {
                    actor.tell(i);
                }
            });
            Worlds.start(simulation, "tells by an actor", () -> {
                for (int i = 0; i < MESSAGES; i++) {
                    relay.tell(i);
                }
            });
            Worlds.start(simulation, "tells for a while", () -> {
                for (int i = 0; i < MESSAGES; i++) {
                    if (!actor.tell(i, SOON)) {
                        refused.incrementAndGet();
                    }
                }
            });
            simulation.run();
            assertThat(handled.get() + letters.get() + refused.get()).isEqualTo(3 * MESSAGES);
            assertCloses(system);
        });
    }

    @Test
    void shouldHandleEachMessageOfAPriorityMailboxOnce() {
        Worlds.check(simulation -> {
            ActorSystem system = system(simulation);
            List<Integer> handled = new ArrayList<>();
            ActorRef<Integer> actor = system.spawn(
                    ActorOptions.defaults().<Integer>mailbox(Mailbox.priority(Comparator.<Integer>naturalOrder())),
                    context -> handled::add);
            for (int sender = 0; sender < 2; sender++) {
                int first = sender * MESSAGES;
                Worlds.start(simulation, "sender " + sender, () -> {
                    for (int i = 0; i < MESSAGES; i++) {
                        actor.tell(first + i);
                    }
                });
            }
            simulation.run();
            assertThat(handled).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5);
            assertCloses(system);
        });
    }

    @Test
    void shouldStopWhatIsEscalatedAtTheTop() {
        Worlds.check(simulation -> {
            ActorSystem system = ActorSystem.builder("world")
                    .scheduler(simulation.scheduler())
                    .supervision(Supervision.always(Directive.ESCALATE))
                    .build();
            AtomicInteger letters = deadLetters(system);
            var handled = new AtomicInteger();
            ActorRef<Integer> parent = system.spawn(context -> {
                ActorRef<Integer> child = context.spawn(inner -> message -> {
                    handled.incrementAndGet();
                    throw new IllegalStateException("on purpose");
                });
                return child::tell;
            });
            Worlds.start(simulation, "tells", () -> {
                for (int i = 0; i < MESSAGES; i++) {
                    parent.tell(i);
                }
            });
            simulation.run();
            assertThat(handled).hasValue(1);
            assertThat(letters).hasValue(MESSAGES - 1);
            assertCloses(system);
        });
    }
}
