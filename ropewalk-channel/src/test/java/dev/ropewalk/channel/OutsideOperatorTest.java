package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Operators that can't end one of their channels, because it belongs to a scope within theirs. The other channels end all the same. */
class OutsideOperatorTest extends ScopeTests {
    private final List<Integer> undelivered = new CopyOnWriteArrayList<>();
    private final Channel<Integer> from =
            Channel.<Integer>builder().onUndelivered(undelivered::add).buffered(2);
    private final Channel<Integer> to = Channel.rendezvous();

    OutsideOperatorTest(ThreadSource source) {
        super(source);
    }

    /** What is done in a scope, with a channel that refuses its processes. */
    private interface Body {
        void run(ProcessScope scope, Channel<Integer> refusing) throws InterruptedException;
    }

    private void runWithRefusing(Body body) throws InterruptedException {
        try (ProcessScope scope = open("outer");
                ProcessScope inner = open("inner")) {
            body.run(scope, inner.<Integer>channel().rendezvous());
        } catch (ScopeFailedException | CancellationException expected) {
            // the operator has failed
        }
    }

    @Test
    void shouldFailTheSourceAndGiveBackWhatIsInHandIfTheTargetRefuses() throws InterruptedException {
        from.send(1);
        runWithRefusing((scope, refusing) -> {
            Channels.pipe(scope, from, refusing);
            Await.until("the source has ended", from::isClosed);
            Await.until("the element is given back", () -> undelivered.equals(List.of(1)));
        });
        assertThat(from.trySendResult(2)).isInstanceOf(SendResult.Failed.class);
    }

    @Test
    void shouldFailTheOtherSourcesIfOneRefuses() throws InterruptedException {
        runWithRefusing((scope, refusing) -> Channels.merge(scope, List.of(refusing, from), to));

        assertThat(to.isClosed()).isTrue();
        assertThat(from.isClosed()).isTrue();
    }

    @Test
    void shouldCloseTheOtherSubscribersIfOneRefuses() throws InterruptedException {
        runWithRefusing((scope, refusing) -> {
            Broadcast<Integer> broadcast = Channels.broadcast(scope, from);
            broadcast.subscribe(refusing);
            broadcast.subscribe(to);
            from.close();
            Await.until("the other subscriber's channel has ended", to::isClosed);
        });
        assertThat(to.tryReceiveResult()).isEqualTo(ReceiveResult.closed());
    }

    @Test
    void shouldFailTheOtherSubscribersIfOneRefuses() throws InterruptedException {
        runWithRefusing((scope, refusing) -> {
            Broadcast<Integer> broadcast = Channels.broadcast(scope, from);
            broadcast.subscribe(refusing);
            broadcast.subscribe(to);
            from.fail(new IllegalStateException("accident"));
            Await.until("the other subscriber's channel has ended", to::isClosed);
        });
        assertThat(to.tryReceiveResult()).isInstanceOf(ReceiveResult.Failed.class);
    }
}
