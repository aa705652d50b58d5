package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.Topic;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.testkit.Speakers.Hearing;
import dev.ropewalk.cluster.testkit.Speakers.Line;
import dev.ropewalk.cluster.testkit.Speakers.Notes;
import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is published on one node and comes to subscribers on all. Each engine has a subclass. */
public abstract class TopicsOnNodes extends OnNodes {
    private static final int LINES = 500;

    /** What is published until all have got something. */
    private static final Line PROBE = new Line(-1);

    private final List<Notes> subscribers = new ArrayList<>();

    @Override
    CodecRegistry codecs() {
        return Speakers.CODECS;
    }

    private static Topic<Line> topic(Cluster cluster) {
        return cluster.topic("lines", Line.class);
    }

    private ActorRef<Hearing> subscribe(Cluster cluster) {
        var notes = new Notes();
        ActorRef<Hearing> listener = cluster.system().spawn(notes::listener);
        topic(cluster).subscribe(listener);
        subscribers.add(notes);
        return listener;
    }

    /** Publishes until the subscribers of all nodes are known. */
    private void probe(Cluster publisher) {
        int before = subscribers.stream().mapToInt(TopicsOnNodes::probes).max().orElse(0);
        Await.until(
                "each gets something",
                () -> {
                    topic(publisher).publish(PROBE);
                    return subscribers.stream().allMatch(notes -> probes(notes) > before);
                },
                LONG);
    }

    private static int probes(Notes notes) {
        return (int) notes.all().stream().filter("-1"::equals).count();
    }

    private static List<String> lines(Notes notes) {
        return notes.all().stream().filter(line -> !line.equals("-1")).toList();
    }

    private static List<String> all() {
        return IntStream.range(0, LINES).mapToObj(String::valueOf).toList();
    }

    private static void publishAll(Cluster publisher) {
        Topic<Line> topic = topic(publisher);
        for (int i = 0; i < LINES; i++) {
            topic.publish(new Line(i));
        }
    }

    /** Returns how many messages are sent when one is published, and one is told to an actor. */
    private static long sentWith(Cluster publisher, ActorRef<Line> mark, Notes marks) {
        long before = sent(publisher);
        int noted = marks.all().size();
        topic(publisher).publish(PROBE);
        mark.tell(PROBE);
        Await.until("all that was sent has come", () -> marks.all().size() > noted, LONG);
        return sent(publisher) - before;
    }

    private static long sent(Cluster cluster) {
        return cluster.stats().links().values().stream()
                .mapToLong(LinkStats::sent)
                .sum();
    }

    @Test
    void shouldReachTheSubscribersOfAllNodes() {
        Cluster first = join();
        Cluster second = join();
        Cluster third = join();
        subscribe(first);
        subscribe(second);
        subscribe(second);
        subscribe(third);
        probe(first);

        publishAll(first);

        for (Notes notes : subscribers) {
            Await.until("all have come", () -> lines(notes).size() == LINES, LONG);
            assertThat(lines(notes)).isEqualTo(all());
        }
        assertThat(sent(first))
                .as("one message for each other node")
                .isEqualTo(subscribers.get(1).all().size()
                        + subscribers.get(3).all().size());
        assertThat(losses).isEmpty();
    }

    @Test
    void shouldSendNothingToNodesWithoutSubscribers() {
        Cluster first = join();
        Cluster second = join();
        ActorRef<Hearing> one = subscribe(second);
        ActorRef<Hearing> two = subscribe(second);
        probe(first);
        topic(second).unsubscribe(one);
        var stopped = second.system().whenStopped(two);
        second.system().stop(two);
        stopped.join();
        var marks = new Notes();
        ServiceKey<Line> key = new ServiceKey<>("marks", Line.class);
        second.receptionist()
                .register(key, second.system().spawn(marks::listener).narrow());
        Await.until("the mark is known", () -> !first.receptionist().find(key).isEmpty(), LONG);
        ActorRef<Line> mark = first.receptionist().find(key).iterator().next();
        Await.until("the node has no subscribers", () -> sentWith(first, mark, marks) == 1, LONG);

        subscribe(first);
        publishAll(first);

        assertThat(lines(subscribers.getFirst())).isEmpty();
        Await.until("all have come", () -> lines(subscribers.getLast()).size() == LINES, LONG);
    }

    /** Has an actor subscribe that refuses what comes while it handles nothing; returns what it has handled. */
    private static Queue<Line> subscribeSlowly(Cluster cluster, CompletableFuture<Void> free) {
        Queue<Line> handled = new ConcurrentLinkedQueue<>();
        ActorRef<Line> slow = cluster.system()
                .spawn(ActorOptions.defaults().mailbox(Mailbox.bounded(1, OverflowPolicy.FAIL)), context -> line -> {
                    handled.add(line);
                    context.pauseUntil(free, (nothing, failure) -> {});
                });
        topic(cluster).subscribe(slow);
        return handled;
    }

    @Test
    void shouldCountWhatAFullMailboxRefuses() {
        Cluster first = join();
        Cluster second = join();
        var free = new CompletableFuture<Void>();
        Queue<Line> handled = subscribeSlowly(second, free);
        subscribe(second);
        probe(first);
        publishAll(first);

        Notes others = subscribers.getFirst();
        Await.until("the other one has got all", () -> lines(others).size() == LINES, LONG);
        assertThat(losses).hasSizeGreaterThanOrEqualTo(LINES - 2);
        free.complete(null);
        Await.until(
                "each is handled or counted",
                () -> handled.size() + losses.size() == others.all().size(),
                LONG);
        assertThat(losses).allMatch(loss -> loss.reason() == MessageLoss.Reason.MAILBOX_FULL);
        assertThat(second.stats().losses()).containsEntry(MessageLoss.Reason.MAILBOX_FULL, (long) losses.size());
    }

    @Test
    void shouldCountWhatAFullMailboxOfItsOwnNodeRefuses() {
        Cluster first = join();
        var free = new CompletableFuture<Void>();
        Queue<Line> handled = subscribeSlowly(first, free);
        publishAll(first);
        assertThat(losses).hasSizeGreaterThanOrEqualTo(LINES - 2);
        free.complete(null);
        Await.until("each is handled or counted", () -> handled.size() + losses.size() == LINES, LONG);
    }

    /** Only the message that is published when the other node says that it leaves may come too late. */
    @Test
    void shouldSendNothingMoreToANodeThatLeaves() throws Exception {
        Cluster first = join();
        Cluster second = join();
        subscribe(second);
        Notes notes = subscribers.getFirst();
        probe(first);
        var isClosed = new AtomicBoolean();
        CompletableFuture<Void> publishing = CompletableFuture.runAsync(() -> publishUntil(first, notes, isClosed));
        second.close(LONG);
        isClosed.set(true);
        publishing.get(LONG.toSeconds(), TimeUnit.SECONDS);
        assertThat(losses).hasSizeLessThanOrEqualTo(1);
        List<String> heard = lines(notes);
        assertThat(heard)
                .isEqualTo(IntStream.range(0, heard.size())
                        .mapToObj(String::valueOf)
                        .toList());
    }

    /** Publishes one line after the other, each when the one before was heard, or a moment has passed. */
    private static void publishUntil(Cluster publisher, Notes notes, AtomicBoolean isClosed) {
        Topic<Line> topic = topic(publisher);
        for (int i = 0; !isClosed.get(); i++) {
            topic.publish(new Line(i));
            for (int wait = 0; wait < 5 && lines(notes).size() <= i; wait++) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    @Test
    void shouldGoOnWhenANodeHasFailed() {
        Cluster first = join();
        join();
        Cluster third = join();
        subscribe(third);
        probe(first);
        int port = third.self().port();
        kill(2);
        Await.until("it is removed", () -> first.members().size() == 2, LONG);
        subscribers.clear();
        topic(first).publish(PROBE);

        Cluster again = join(port); // under the same address
        subscribe(again);
        probe(first);
        publishAll(first);
        Await.until("all have come", () -> lines(subscribers.getFirst()).size() == LINES, LONG);
    }

    @Test
    void shouldRefuseWhatCannotBeSent() {
        Cluster first = join();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> first.topic("threads", Thread.class))
                .withMessageContainingAll("the topic 'threads'", "java.lang.Thread", "codecs don't know");
    }
}
