package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.testkit.Speakers.Act;
import dev.ropewalk.cluster.testkit.Speakers.Found;
import dev.ropewalk.cluster.testkit.Speakers.Get;
import dev.ropewalk.cluster.testkit.Speakers.Hearing;
import dev.ropewalk.cluster.testkit.Speakers.Line;
import dev.ropewalk.cluster.testkit.Speakers.Notes;
import dev.ropewalk.cluster.testkit.Speakers.Put;
import dev.ropewalk.cluster.testkit.Speakers.Quit;
import dev.ropewalk.cluster.testkit.Speakers.Speak;
import dev.ropewalk.cluster.testkit.Speakers.Unwatch;
import dev.ropewalk.cluster.testkit.Speakers.Watch;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Actors that watch ones of other nodes. Each engine has a subclass. */
public abstract class WatchOnNodes extends OnNodes {
    private static final int LINES = 3000;

    private final Notes notes = new Notes();
    private int boards;

    @Override
    CodecRegistry codecs() {
        return Speakers.CODECS;
    }

    @Override
    void joined(Cluster cluster) {
        var ignored = cluster.host(Speakers.BOARDS, Speakers::board);
    }

    private static ActorRef<Act> speaker(Cluster cluster) {
        return cluster.system().spawn(Speakers::speaker);
    }

    private ActorRef<Hearing> listener(Cluster cluster) {
        return cluster.system().spawn(notes::listener);
    }

    /** Returns the ref of an actor as another node has it. */
    private ActorRef<Act> seen(ActorRef<Act> speaker, Cluster home, Cluster from) throws Exception {
        String board = "board-" + boards++;
        Optional<ActorRef<Act>> seen = Optional.empty();
        for (int attempt = 0; attempt < 20 && seen.isEmpty(); attempt++) {
            home.entity(Speakers.BOARDS, board).tell(new Put(speaker)); // a board that moves forgets
            seen = ask(board, from);
        }
        return seen.orElseThrow();
    }

    private static Optional<ActorRef<Act>> ask(String board, Cluster from) throws Exception {
        CompletableFuture<Found> found = from.entity(Speakers.BOARDS, board).ask(Get::new, Duration.ofSeconds(2));
        try {
            return Optional.of(found.get(20, TimeUnit.SECONDS).speaker());
        } catch (ExecutionException tooEarly) { // the board has moved since it was told
            return Optional.empty();
        }
    }

    private void awaitEnds(int count) {
        Await.until("so many ends are told", () -> notes.ends() >= count, LONG);
    }

    @Test
    void shouldTellOnceThatAnActorHasStopped() throws Exception {
        Cluster first = join();
        Cluster second = join();
        ActorRef<Act> here = speaker(second);
        ActorRef<Act> there = seen(here, second, first);
        CompletableFuture<Void> stopped = first.system().whenStopped(there);
        ActorRef<Hearing> one = listener(first);
        one.tell(new Watch(there, false));
        one.tell(new Watch(there, false));
        listener(first).tell(new Watch(there, true));
        listener(second).tell(new Watch(here, false));
        assertThat(stopped).isNotDone();

        there.tell(new Quit());

        awaitEnds(3);
        stopped.get(20, TimeUnit.SECONDS);
        one.tell(new Watch(there, true)); // it has stopped before it is watched
        awaitEnds(4);
        one.tell(new Line(0));
        Await.until("all is noted", () -> notes.all().contains("0"), LONG);
        assertThat(notes.ends()).isEqualTo(4);
    }

    @Test
    void shouldTellOfTheEndBehindWhatTheActorHasSent() throws Exception {
        Cluster first = join();
        Cluster second = join();
        ActorRef<Act> there = seen(speaker(second), second, first);
        ActorRef<Hearing> listener = listener(first);
        listener.tell(new Watch(there, false));

        there.tell(new Speak(listener, LINES));
        there.tell(new Quit());

        awaitEnds(1);
        assertThat(notes.all())
                .isEqualTo(Stream.concat(IntStream.range(0, LINES).mapToObj(String::valueOf), Stream.of(Notes.END))
                        .toList());
    }

    @Test
    void shouldTellNothingWhenTheWatchHasEnded() throws Exception {
        Cluster first = join();
        Cluster second = join();
        ActorRef<Act> there = seen(speaker(second), second, first);
        ActorRef<Hearing> one = listener(first);
        ActorRef<Hearing> two = listener(first);
        one.tell(new Watch(there, false));
        two.tell(new Watch(there, false));
        one.tell(new Unwatch(there));
        one.tell(new Line(0));
        Await.until("the watch has ended", () -> notes.all().contains("0"), LONG);

        there.tell(new Quit());

        awaitEnds(1);
        one.tell(new Line(1));
        Await.until("all is noted", () -> notes.all().contains("1"), LONG);
        assertThat(notes.ends()).isEqualTo(1);
    }

    @Test
    void shouldTellThatTheNodeHasLeft() throws Exception {
        Cluster first = join();
        Cluster second = join();
        ActorRef<Act> there = seen(speaker(second), second, first);
        listener(first).tell(new Watch(there, false));
        second.close(LONG);
        awaitEnds(1);
        listener(first).tell(new Watch(there, false));
        awaitEnds(2);
        assertThat(first.system().whenStopped(there)).isCompleted();
    }

    @Test
    void shouldTellThatTheNodeHasFailed() throws Exception {
        Cluster first = join();
        join();
        Cluster third = join();
        ActorRef<Act> there = seen(speaker(third), third, first);
        listener(first).tell(new Watch(there, false));
        int port = third.self().port();
        kill(2);
        awaitEnds(1);

        Cluster again = join(port); // under the same address
        ActorRef<Act> other = seen(speaker(again), again, first);
        assertThat(other).isNotEqualTo(there);
        listener(first).tell(new Watch(other, false));
        listener(first).tell(new Watch(there, false));
        awaitEnds(2);
        other.tell(new Quit());
        awaitEnds(3);
    }

    @Test
    void shouldTellThatThisNodeHasLeft() throws Exception {
        Cluster first = join();
        Cluster second = join();
        ActorRef<Act> there = seen(speaker(first), first, second);
        listener(second).tell(new Watch(there, false));
        second.close(LONG);
        awaitEnds(1);
    }

    @Test
    void shouldWatchNoEntity() throws Exception {
        Cluster first = join();
        assertThatThrownBy(() -> first.system().whenStopped(first.entity(Speakers.BOARDS, "board")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no actor of the system");
    }
}
