package dev.ropewalk.actor;

import static dev.ropewalk.scheduler.step.RecordingThread.kinds;
import static dev.ropewalk.scheduler.step.RecordingThread.points;
import static dev.ropewalk.scheduler.step.StepKind.ACCESS;
import static dev.ropewalk.scheduler.step.StepKind.CLOSE;
import static dev.ropewalk.scheduler.step.StepKind.SUBMIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.testkit.ActorTestKit;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.RecordingThread;
import dev.ropewalk.scheduler.step.RecordingThread.Point;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which operations announce what to a simulation, and how its faults show. */
class PointsTest {
    private static final Duration LONG = Duration.ofMinutes(10);

    private final ActorTestKit kit = ActorTestKit.create();
    private final ActorSystem system = kit.system();

    @AfterEach
    void close() {
        kit.close();
    }

    private ActorRef<Integer> bounded(OverflowPolicy policy) {
        return system.spawn(ActorOptions.defaults().mailbox(Mailbox.bounded(10, policy)), context -> message -> {});
    }

    @Test
    void shouldAnnounceEachFormOfSendingToABoundedMailboxOnce() throws Exception {
        ActorRef<Integer> actor = bounded(OverflowPolicy.BLOCK);
        List<Point> points = points(() -> {
            actor.tell(1);
            actor.tryTell(2);
            actor.tell(3, LONG);
            var _ = actor.tellAsync(4);
            return null;
        });
        assertThat(points).extracting(Point::kind).containsExactly(SUBMIT, SUBMIT, SUBMIT, SUBMIT);
        assertThat(points.stream().map(Point::resource).distinct()).hasSize(1);
    }

    @Test
    void shouldLeaveAPlainTellToTheStrand() throws Exception {
        ActorRef<Integer> actor = system.spawn(context -> message -> {});
        assertThat(kinds(() -> {
                    actor.tell(1);
                    return actor.tryTell(2);
                }))
                .isEmpty();
    }

    @Test
    void shouldAnnounceATellToABlockingActor() throws Exception {
        ActorRef<Integer> actor = system.spawnBlocking(Inbox::receive);
        assertThat(kinds(() -> {
                    actor.tell(1);
                    return null;
                }))
                .containsExactly(SUBMIT);
    }

    @Test
    void shouldAnnounceSpawningStoppingAndWatching() throws Exception {
        assertThat(kinds(() -> {
                    ActorRef<Integer> actor = system.spawn(context -> message -> {});
                    system.stop(actor);
                    return null;
                }))
                .containsExactly(ACCESS, SUBMIT);
        ActorRef<Integer> living = system.spawn(context -> message -> {});
        assertThat(kinds(() -> {
                    var _ = system.whenStopped(living);
                    return null;
                }))
                .containsExactly(SUBMIT);
    }

    @Test
    void shouldAnnounceTheEventStreamAndTheReceptionist() throws Exception {
        ServiceKey<Integer> key = new ServiceKey<>("numbers", Integer.class);
        ActorRef<Integer> actor = system.spawn(context -> message -> {});
        List<Point> points = points(() -> {
            system.events().subscribe(Integer.class, actor);
            system.events().publish("no number");
            system.events().unsubscribe(Integer.class, actor);
            system.receptionist().register(key, actor);
            system.receptionist().find(key);
            system.receptionist().deregister(key, actor);
            return null;
        });
        assertThat(points)
                .filteredOn(point -> point.kind() == ACCESS)
                .extracting(point -> point.resource().getClass().getSimpleName())
                .containsExactly(
                        "SubscriberTable",
                        "SubscriberTable",
                        "SubscriberTable",
                        "ServiceRegistry",
                        "ServiceRegistry",
                        "ServiceRegistry");
    }

    @Test
    void shouldAnnounceTheEndOfASystem() throws Exception {
        ActorSystem other =
                ActorSystem.builder("other").scheduler(system.scheduler()).build();
        assertThat(kinds(() -> other.close(LONG))).startsWith(CLOSE);
    }

    @Test
    void shouldFindNoRoomThoughThereIsSome() throws Exception {
        ActorRef<Integer> failing = bounded(OverflowPolicy.FAIL);
        ActorRef<Integer> waiting = bounded(OverflowPolicy.BLOCK);
        points(
                () -> {
                    assertThat(failing.tryTell(1)).isFalse();
                    assertThatThrownBy(() -> failing.tell(1)).isInstanceOf(MailboxFullException.class);
                    assertThat(waiting.tryTell(1)).isFalse();
                    waiting.tell(1);
                    return null;
                },
                FaultKind.FULL);
    }

    @Test
    void shouldSendNothingForWantOfMemory() throws Exception {
        ActorRef<Integer> actor = bounded(OverflowPolicy.FAIL);
        points(
                () -> {
                    assertThatThrownBy(() -> actor.tell(1)).isInstanceOf(OutOfMemoryError.class);
                    assertThatThrownBy(() -> system.stop(actor)).isInstanceOf(OutOfMemoryError.class);
                    return null;
                },
                FaultKind.ALLOCATION_FAILURE);
        assertThat(system.snapshot().all().noneMatch(each -> each.state() == ActorSnapshot.State.STOPPING))
                .isTrue();
    }

    @Test
    void shouldTakeTheSchedulerOfASimulation() throws Exception {
        RecordingThread.pointsWith(system.scheduler(), () -> {
            ActorSystem other = ActorSystem.builder("other").build();
            assertThat(other.scheduler()).isSameAs(system.scheduler());
            other.close();
            assertThat(system.scheduler().newStrand()).isNotNull();
            return null;
        });
    }
}
