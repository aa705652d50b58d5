package dev.ropewalk.actor.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Router;
import dev.ropewalk.actor.Routing;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.supervision.Watches;
import dev.ropewalk.testing.Await;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Routers in front of actors that exist without them. */
@Timeout(60)
class GroupRouterTest {
    @AutoClose
    private final ActorSystem system = ActorSystem.create("groups");

    private final AtomicInteger handled = new AtomicInteger();
    private final ActorRef<String> first = system.spawn(_ -> _ -> handled.incrementAndGet());
    private final ActorRef<String> second = system.spawn(_ -> _ -> handled.incrementAndGet());

    private void awaitStop(ActorRef<?> actor) throws Exception {
        system.whenStopped(actor).get(10, TimeUnit.SECONDS);
    }

    private static boolean isWatched(ActorRef<?> actor) {
        return Watches.watchersOf((Cell<?>) actor) > 0;
    }

    @Test
    void shouldCountARouteeOnce() {
        Router<String> router = system.routerOf(Routing.roundRobin(), List.of(first, second, first));

        assertThat(router.routees()).containsExactly(first, second);
    }

    @Test
    void shouldLeaveItsRouteesAloneWhenItStops() throws Exception {
        Router<String> router = system.routerOf(Routing.roundRobin(), List.of(first, second));

        system.stop(router);
        awaitStop(router);

        assertThat(router.routees()).isEmpty();
        assertThat(first.tryTell("still there")).isTrue();
        Await.until("it is no more watched", () -> !isWatched(first) && !isWatched(second));
    }

    @Test
    void shouldStopWhenItsLastRouteeHas() throws Exception {
        Router<String> router = system.routerOf(Routing.random(), List.of(first, second));

        system.stop(first);
        awaitStop(first);
        router.tell("to the second");
        Await.until("it is handled", () -> handled.get() == 1);
        system.stop(second);

        awaitStop(router);
    }

    @Test
    void shouldStopAtOnceIfAllRouteesHadStoppedBefore() throws Exception {
        system.stop(first);
        awaitStop(first);

        awaitStop(system.routerOf(Routing.random(), List.of(first)));
    }

    @Test
    void shouldRefuseToBeWithoutRoutees() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> system.routerOf(Routing.random(), List.of()))
                .withMessage("a router needs at least one routee");
    }

    @Test
    void shouldTakeOutRouteesThatHadStoppedBefore() throws Exception {
        system.stop(first);
        awaitStop(first);

        Router<String> router = system.routerOf(Routing.roundRobin(), List.of(first, second));
        router.tell("a");
        router.tell("b");

        Await.until("both are handled by the second", () -> handled.get() == 2);
        Await.until("the first is taken out", () -> router.routees().equals(List.of(second)));
    }

    @Test
    void shouldRefuseToBeResized() {
        Router<String> router = system.routerOf(Routing.roundRobin(), List.of(first));

        assertThatThrownBy(() -> router.resize(2))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining(router.path());
    }

    @Test
    void shouldRefuseActorsOfAnotherSystem() {
        try (ActorSystem other = ActorSystem.create("other")) {
            ActorRef<String> foreign = other.spawn("foreign", _ -> _ -> {});

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> system.routerOf(Routing.roundRobin(), List.of(first, foreign)))
                    .withMessageContaining("/other/foreign");
        }
    }
}
