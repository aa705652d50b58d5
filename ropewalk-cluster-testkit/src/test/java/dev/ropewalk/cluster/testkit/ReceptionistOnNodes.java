package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Receptionist.Listing;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.testkit.Speakers.Act;
import dev.ropewalk.cluster.testkit.Speakers.Hearing;
import dev.ropewalk.cluster.testkit.Speakers.Notes;
import dev.ropewalk.cluster.testkit.Speakers.Quit;
import dev.ropewalk.cluster.testkit.Speakers.Speak;
import dev.ropewalk.testing.Await;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Actors that are registered on one node and found on others. Each engine has a subclass. */
public abstract class ReceptionistOnNodes extends OnNodes {
    private static final ServiceKey<Act> KEY = new ServiceKey<>("speaker", Act.class);
    private static final ServiceKey<Quit> OTHER = new ServiceKey<>("speaker", Quit.class);

    private final Notes notes = new Notes();

    @Override
    CodecRegistry codecs() {
        return Speakers.CODECS;
    }

    private static ActorRef<Act> register(Cluster cluster) {
        ActorRef<Act> speaker = cluster.system().spawn(Speakers::speaker);
        cluster.receptionist().register(KEY, speaker);
        assertThat(cluster.receptionist().find(KEY)).contains(speaker);
        return speaker;
    }

    private static void awaitFound(Cluster cluster, int count) {
        Await.until(
                () -> count + " are found by " + cluster + ": "
                        + cluster.receptionist().find(KEY),
                () -> cluster.receptionist().find(KEY).size() == count,
                LONG);
    }

    @Test
    void shouldFindTheActorsOfAllNodes() {
        Cluster first = join();
        register(first);
        Cluster second = join();
        register(second);
        register(second);
        Cluster third = join(); // learns of what was there before
        register(third);
        for (Cluster cluster : clusters) {
            awaitFound(cluster, 4);
            assertThat(cluster.receptionist().find(OTHER)).isEmpty();
        }

        ActorRef<Hearing> listener = third.system().spawn(notes::listener);
        for (ActorRef<Act> speaker : third.receptionist().find(KEY)) {
            speaker.tell(new Speak(listener, 1));
        }

        Await.until("each has answered", () -> notes.all().size() == 4, LONG);
        assertThat(losses).isEmpty();
    }

    @Test
    void shouldForgetActorsThatStopOrAreDeregistered() {
        Cluster first = join();
        Cluster second = join();
        ActorRef<Act> one = register(second);
        ActorRef<Act> two = register(second);
        register(second);
        awaitFound(first, 3);

        second.receptionist().deregister(KEY, one);
        assertThat(second.receptionist().find(KEY)).doesNotContain(one).hasSize(2);
        awaitFound(first, 2);
        two.tell(new Quit());
        awaitFound(first, 1);
        awaitFound(second, 1);

        second.receptionist().register(KEY, one);
        awaitFound(first, 2);
        ActorRef<Act> last = first.receptionist().find(KEY).iterator().next();
        first.receptionist().deregister(KEY, last); // those of others are theirs
        assertThat(first.receptionist().find(KEY)).hasSize(2).contains(last);
    }

    @Test
    void shouldForgetTheActorsOfANodeThatHasLeft() {
        Cluster first = join();
        Cluster second = join();
        register(first);
        register(second);
        awaitFound(first, 2);
        second.close(LONG);
        awaitFound(first, 1);
    }

    @Test
    void shouldForgetTheActorsOfANodeThatHasFailed() {
        Cluster first = join();
        join();
        Cluster third = join();
        register(first);
        ActorRef<Act> there = register(third);
        awaitFound(first, 2);
        int port = third.self().port();
        kill(2);
        awaitFound(first, 1);

        Cluster again = join(port); // under the same address
        register(again);
        awaitFound(first, 2);
        awaitFound(again, 2);
        assertThat(again.receptionist().find(KEY)).doesNotContain(there);
    }

    @Test
    void shouldTellSubscribersOfEachChange() {
        Cluster first = join();
        Cluster second = join();
        Queue<Integer> sizes = new ConcurrentLinkedQueue<>();
        ActorRef<Listing<Act>> subscriber = first.system()
                .spawn(context -> listing -> sizes.add(listing.actors().size()));
        first.receptionist().subscribe(KEY, subscriber);
        Await.until("the first listing comes", () -> sizes.contains(0), LONG);
        ActorRef<Act> there = register(second);
        Await.until("it is told", () -> sizes.contains(1), LONG);
        register(first);
        Await.until("it is told", () -> sizes.contains(2), LONG);
        sizes.clear();
        there.tell(new Quit());
        Await.until("the end is told", () -> sizes.contains(1), LONG);
        first.receptionist().unsubscribe(KEY, subscriber);
        register(second);
        awaitFound(first, 2);
        assertThat(sizes).containsExactly(1);
    }

    @Test
    void shouldRefuseWhatCannotBeFoundElsewhere() {
        Cluster first = join();
        Cluster second = join();
        ActorRef<Act> there = register(second);
        awaitFound(first, 1);
        ActorRef<Act> seen = first.receptionist().find(KEY).iterator().next();
        ActorRef<Thread> other = first.system().spawn(context -> message -> {});

        assertThatIllegalArgumentException()
                .isThrownBy(() -> first.receptionist().register(new ServiceKey<>("thread", Thread.class), other))
                .withMessageContainingAll("'thread'", "java.lang.Thread", "codecs don't know");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> first.receptionist().register(KEY, there))
                .withMessageContaining("is no actor of the system node-0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> first.receptionist().register(KEY, seen))
                .withMessageContaining("is no actor of the system node-0");
    }
}
