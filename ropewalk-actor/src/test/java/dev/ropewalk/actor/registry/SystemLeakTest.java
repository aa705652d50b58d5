package dev.ropewalk.actor.registry;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Routing;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.supervision.Watches;
import dev.ropewalk.testing.Await;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the services of a system keep of actors that have left or stopped: nothing. */
@Timeout(60)
class SystemLeakTest {
    private static final int ROUNDS = 5_000;
    private static final ServiceKey<Object> SERVICE = new ServiceKey<>("service", Object.class);

    @AutoClose
    private final ActorSystem system = ActorSystem.create("leaks");

    private final ActorRef<Object> resident = system.spawn("resident", _ -> _ -> {});

    private static boolean isWatched(ActorRef<?> actor) {
        return Watches.watchersOf((Cell<?>) actor) > 0;
    }

    private boolean isEmpty() {
        return RegistryInsides.isEmpty((SubscriberTable) system.events())
                && RegistryInsides.isEmpty((ServiceRegistry) system.receptionist());
    }

    @Test
    void shouldKeepNothingOfALivingActorThatHasLeft() {
        for (int i = 0; i < ROUNDS; i++) {
            system.events().subscribe(String.class, resident);
            system.receptionist().register(SERVICE, resident);
            system.receptionist().subscribe(SERVICE, resident);
            system.receptionist().unsubscribe(SERVICE, resident);
            system.receptionist().deregister(SERVICE, resident);
            system.events().unsubscribe(String.class, resident);
        }

        Await.until("nothing is kept", this::isEmpty);
        Await.until("it isn't watched", () -> !isWatched(resident));
    }

    @Test
    void shouldKeepNothingOfActorsThatHaveStopped() {
        for (int i = 0; i < ROUNDS; i++) {
            ActorRef<Object> guest = system.spawn(_ -> _ -> {});
            system.events().subscribe(String.class, guest);
            system.receptionist().register(SERVICE, guest);
            system.receptionist().subscribe(SERVICE, guest);
            system.stop(guest);
        }

        Await.until("nothing is kept", this::isEmpty);
    }

    @Test
    void shouldKeepNothingOfStoppedRoutersOverALivingActor() {
        for (int i = 0; i < ROUNDS; i++) {
            system.stop(system.routerOf(Routing.roundRobin(), List.of(resident)));
        }

        Await.until("it isn't watched", () -> !isWatched(resident));
        Await.until("only it is left", () -> system.snapshot().children().size() == 1);
    }
}
