package dev.ropewalk.actor.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.actor.ActorSnapshot.State;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Gate;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.Puppet;
import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.Stage;
import dev.ropewalk.actor.Supervision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where actors stand, what they are called, and what can be seen of them. */
@Timeout(60)
class TreeTest {
    private final Stage stage = new Stage();

    @AfterEach
    void close() {
        stage.close();
    }

    private ActorSnapshot snapshotOf(ActorRef<?> actor) {
        return stage.system
                .snapshot()
                .all()
                .filter(one -> one.path().equals(actor.path()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldHavePathsOfNamesAndNumbers() {
        ActorRef<Act> parent = stage.spawn("parent");
        ActorRef<Act> child = stage.spawn(parent, "child");
        ActorRef<Act> first = stage.spawn(child, ActorOptions.defaults());
        ActorRef<Act> second = stage.spawn(child, ActorOptions.defaults());

        assertThat(child.path()).isEqualTo("/test/parent/child");
        assertThat(first.path()).isEqualTo("/test/parent/child/$1");
        assertThat(second.path()).isEqualTo("/test/parent/child/$2");
        assertThat(child).hasToString("ActorRef[/test/parent/child]");
    }

    @Test
    void shouldListLivingChildrenOldestFirst() {
        ActorRef<Act> parent = stage.spawn("parent");
        List<ActorRef<?>> children = new ArrayList<>();
        for (String name : List.of("a", "b", "c", "d")) {
            children.add(stage.spawn(parent, name));
        }
        assertThat(stage.childrenOf(parent)).isEqualTo(children);
        for (int gone : new int[] {1, 0, 1}) {
            ActorRef<?> child = children.remove(gone);
            stage.kit.stop(child);
            stage.diary.expect("stopped " + Puppet.nameOf(child));
            assertThat(stage.childrenOf(parent)).isEqualTo(children);
        }
        children.add(stage.spawn(parent, "b"));
        assertThat(stage.childrenOf(parent)).isEqualTo(children);
    }

    @Test
    void shouldFindAChildByItsName() {
        ActorRef<Act> parent = stage.spawn("parent");
        ActorRef<Act> child = stage.spawn(parent, "child");
        stage.check(parent, context -> {
            assertThat(context.child("child")).contains(child);
            assertThat(context.child("other")).isEmpty();
        });
    }

    @Test
    void shouldRefuseTheNameOfALivingSibling() {
        ActorRef<Act> parent = stage.spawn("parent");
        ActorRef<Act> child = stage.spawn(parent, "child");
        stage.spawn("child");
        stage.check(
                parent,
                context -> assertThatThrownBy(() -> context.spawn("child", inner -> message -> {}))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("/test/parent")
                        .hasMessageContaining("child"));
        stage.kit.stop(child);
        stage.diary.expect("stopped child");
        stage.spawn(parent, "child");
    }

    @Test
    void shouldFreeTheNameBeforeWatchersAreTold() {
        ActorRef<Integer> parent = stage.system.spawn("parent", context -> left -> {
            ActorRef<Object> child = context.spawn("child", inner -> message -> {});
            context.stop(child);
            if (left > 0) {
                context.watch(child, left - 1);
            } else {
                stage.diary.ref().tell("done");
            }
        });
        parent.tell(10_000);
        stage.diary.expect("done");
    }

    @Test
    void shouldRefuseNamesThatPathsCantHold() {
        for (String name : List.of("", "a/b", "$1")) {
            assertThatThrownBy(() -> ActorOptions.defaults().name(name))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + name + "'");
        }
        assertThatThrownBy(() -> ActorSystem.builder("a/b")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldShowStatesAndWhatWaits() {
        ActorRef<Act> parent = stage.spawn(ActorOptions.defaults()
                .name("parent")
                .childSupervision(Supervision.restart().backoff(Duration.ofHours(1), Duration.ofHours(1), 0)));
        ActorRef<Act> idle = stage.spawn(parent, "idle");
        ActorRef<Act> failed = stage.spawn(parent, "failed");
        ActorRef<Act> busy = stage.spawn(parent, "busy");
        ActorRef<Act> stopping = stage.spawn(parent, "stopping");
        ActorRef<Act> last = stage.spawn(stopping, "last");
        stage.failAndTell(failed, "bad");
        stage.diary.expect("restart failed for bad");
        Gate gate = stage.hold(busy);
        Gate lastGate = stage.hold(last);
        stage.system.stop(stopping);
        stage.settleOrders(stopping);
        for (int i = 0; i < 3; i++) {
            busy.tell(context -> {});
            failed.tell(context -> {});
        }
        stage.kit.await(
                "all is held",
                () -> Internals.cellOf(stage.system, failed).strand.isIdle());
        stage.kit.await("the others are idle", () -> {
            String tree = stage.system.tree();
            return tree.startsWith("/test  IDLE\n  diary  IDLE\n  parent  IDLE\n");
        });

        assertThat(snapshotOf(idle).state()).isEqualTo(State.IDLE);
        assertThat(snapshotOf(failed).state()).isEqualTo(State.FAILED);
        assertThat(snapshotOf(busy).state()).isEqualTo(State.BUSY);
        assertThat(snapshotOf(stopping).state()).isEqualTo(State.STOPPING);
        assertThat(stage.system.tree())
                .contains(
                        "  parent  IDLE\n    idle  IDLE\n    failed  FAILED, 3 waiting, 1 failures\n    busy  BUSY, 3 waiting\n"
                                + "    stopping  STOPPING\n      last  BUSY, ")
                .startsWith("/test  IDLE\n  diary  IDLE\n");
        gate.open();
        lastGate.open();
        stage.kit.stop(failed);
    }

    @Test
    void shouldStopFromTheLeavesUp() {
        ActorRef<Act> top = stage.spawn("top");
        ActorRef<Act> left = stage.spawn(top, "left");
        ActorRef<Act> leftLeaf = stage.spawn(left, "left leaf");
        ActorRef<Act> right = stage.spawn(top, "right");
        Gate gate = stage.hold(leftLeaf);
        stage.system.stop(top);
        stage.diary.expect("stopped right");
        stage.diary.expectTerminated(right);
        gate.open();
        stage.diary.expectInOrder("stopped left leaf", "stopped left", "stopped top");
    }

    @Test
    void shouldLetOnlyParentsStopAnActorFromInside() {
        ActorRef<Act> parent = stage.spawn("parent");
        ActorRef<Act> child = stage.spawn(parent, "child");
        ActorRef<Act> stranger = stage.spawn("stranger");
        stage.check(
                stranger,
                context -> assertThatThrownBy(() -> context.stop(child))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("/test/parent/child")
                        .hasMessageContaining("/test/stranger"));
        parent.tell(context -> context.stop(child));
        stage.diary.expect("stopped child");
    }

    @Test
    void shouldRefuseToSpawnInPostStop() {
        ActorRef<Act> actor = stage.system.spawn(context -> new Actor<>() {
            @Override
            public void receive(Act act) {}

            @Override
            public void postStop() {
                assertThatThrownBy(() -> context.spawn(inner -> message -> {}))
                        .isInstanceOf(IllegalStateException.class);
                stage.diary.ref().tell("refused");
            }
        });
        stage.kit.stop(actor);
        stage.diary.expect("refused");
    }

    @Test
    void shouldStopOnceIfStoppedWhileItWaitsForChildrenToRestart() {
        ActorRef<Act> sibling = stage.spawn("sibling");
        ActorRef<Act> parent = stage.spawn("parent");
        ActorRef<Act> child = stage.spawn(parent, "child");
        Gate childGate = stage.hold(child);
        stage.fail(parent, "bad");
        stage.diary.expect("restart parent for bad");
        Gate orders = stage.holdOrders(parent);
        stage.system.stop(parent);
        childGate.open();
        stage.diary.expect("stopped child");
        stage.kit.await(
                "the child is gone",
                () -> Internals.cellOf(stage.system, parent).childList().isEmpty());
        orders.open();
        stage.diary.expectTerminated(parent);
        assertThat(stage.system.snapshot().children())
                .extracting(ActorSnapshot::path)
                .containsExactly("/test/diary", sibling.path());
    }

    @Test
    void shouldSpawnAtTheTopFromManyThreads() throws Exception {
        int threads = 4;
        for (int round = 0; round < 50; round++) {
            Set<ActorRef<?>> all = ConcurrentHashMap.newKeySet();
            try (ActorSystem system = ActorSystem.builder("many")
                    .scheduler(stage.system.scheduler())
                    .build()) {
                var barrier = new CyclicBarrier(threads);
                List<Thread> spawners = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    spawners.add(Thread.ofPlatform().start(() -> {
                        try {
                            barrier.await();
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                        for (int k = 0; k < 10; k++) {
                            all.add(system.spawn(context -> message -> {}));
                        }
                    }));
                }
                for (Thread spawner : spawners) {
                    spawner.join();
                }
                assertThat(system.snapshot().children()).hasSize(10 * threads);
                assertThat(all.stream().map(ActorRef::path).collect(Collectors.toSet()))
                        .hasSize(10 * threads);
            }
        }
    }

    @Test
    void shouldShowAndStopATreeOfGreatDepth() {
        int depth = 2_000;
        ActorRef<Integer> top = stage.system.spawn("top", this::link);
        top.tell(depth);
        stage.diary.expect("the bottom");
        assertThat(stage.system.snapshot().all()).hasSize(depth + 3);
        assertThat(stage.system.tree().lines()).hasSize(depth + 3);
        stage.kit.stop(top);
    }

    private Actor<Integer> link(ActorContext<Integer> context) {
        return below -> {
            if (below == 0) {
                stage.diary.ref().tell("the bottom");
            } else {
                context.spawn(this::link).tell(below - 1);
            }
        };
    }
}
