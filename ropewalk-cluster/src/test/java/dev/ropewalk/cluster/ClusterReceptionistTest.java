package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Receptionist.Listing;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.testing.Await;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** The receptionist of a local cluster. */
class ClusterReceptionistTest extends ClusterTests {
    private static final ServiceKey<String> KEY = new ServiceKey<>("clerk", String.class);

    private ActorRef<String> clerk() {
        return system.spawn(context -> message -> {});
    }

    @Test
    void shouldFindWhatIsRegistered() {
        ActorRef<String> first = clerk();
        ActorRef<String> second = clerk();
        cluster.receptionist().register(KEY, first);
        cluster.receptionist().register(KEY, second);
        assertThat(cluster.receptionist().find(KEY)).containsExactly(first, second);
        assertThat(system.receptionist().find(KEY)).isEmpty();

        cluster.receptionist().deregister(KEY, first);
        assertThat(cluster.receptionist().find(KEY)).containsExactly(second);
        system.stop(second);
        Await.until("nothing is found", () -> cluster.receptionist().find(KEY).isEmpty());
    }

    @Test
    void shouldTellSubscribers() {
        Queue<Integer> sizes = new ConcurrentLinkedQueue<>();
        ActorRef<Listing<String>> subscriber =
                system.spawn(context -> listing -> sizes.add(listing.actors().size()));
        cluster.receptionist().subscribe(KEY, subscriber);
        cluster.receptionist().register(KEY, clerk());
        Await.until("the change is told", () -> sizes.contains(1));
        cluster.receptionist().unsubscribe(KEY, subscriber);
    }

    @Test
    void shouldRefuseActorsOfOtherSystems() {
        try (ActorSystem other = ActorSystem.create("other")) {
            ActorRef<String> foreign = other.spawn(context -> message -> {});
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> cluster.receptionist().register(KEY, foreign))
                    .withMessageContaining("is no actor of the system shop");
            ActorRef<Listing<String>> subscriber = other.spawn(context -> listing -> {});
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> cluster.receptionist().subscribe(KEY, subscriber))
                    .withMessageContaining("is no actor of the system shop");
        }
    }
}
