package dev.ropewalk.cluster.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.ropewalk.channel.SendResult;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.scheduler.StackEnd;
import dev.ropewalk.testing.Twin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory, or stack, that runs out between two steps of a sending end. */
class ChannelEndTest {
    private static final long ID = 17;

    /** A channel that notes what it is told and sent. */
    private static final class NotedLine implements HomeLine {
        private final List<EndState> told = new ArrayList<>();
        private final List<String> sent = new ArrayList<>();
        private boolean lacksMemory;

        @Override
        public Node home() {
            return HandChannels.SELF;
        }

        @Override
        public byte[] encode(long channel, Object element) {
            return new byte[0];
        }

        @Override
        public void tell(ChannelEnd<?> end) {
            told.add(end.state());
        }

        @Override
        public boolean trySend(SentValue value) {
            if (lacksMemory) {
                throw new OutOfMemoryError("there is none to send");
            }
            sent.add(value.number + " " + value.element);
            return true;
        }

        @Override
        public void forget(ChannelEnd<?> end) {}

        EndState last() {
            return told.getLast();
        }
    }

    private static final class Scene {
        private final HandChannels node = new HandChannels();
        private final NotedLine line = new NotedLine();
        private final ChannelEnd<String> end = new ChannelEnd<>(node, line, ID, "items");
        private final List<SendResult> results = new ArrayList<>();

        void send(String element) {
            var ignored = end.sendAsync(element, Runnable::run, results::add);
            node.hand.run();
        }

        void hear(long granted, long recalls) {
            end.heard(new HomeState(ID, granted, 0, 0, recalls, HomeState.Mode.OPEN, null));
            node.hand.run();
        }

        void failToSend(String element) {
            node.hand.lackMemory(true);
            assertThatThrownBy(() -> end.trySend(element)).isInstanceOf(OutOfMemoryError.class);
            node.hand.lackMemory(false);
        }
    }

    private final Scene scene = new Scene();
    private final NotedLine line = scene.line;

    @Test
    void shouldAskAgainAfterAQuestionThatCouldNotBePut() {
        scene.failToSend("1");
        scene.send("2");
        assertThat(line.last().asks()).isEqualTo(1);
        scene.hear(1, 0);
        assertThat(line.sent).containsExactly("0 2");
        assertThat(scene.results).containsExactly(SendResult.sent());
    }

    @Test
    void shouldForgetASenderThatCouldNotBegin() {
        scene.failToSend("1");
        scene.hear(1, 0);
        scene.hear(1, 1);
        assertThat(line.last().returned()).isEqualTo(1);
        assertThat(line.last().asks()).as("questions for nobody").isZero();
    }

    @Test
    void shouldUseOrGiveBackAllRoomAlsoIfItCouldNotBeOfferedAtOnce() throws Exception {
        long[] granted = {0};
        StackEnd.sweepElsewhere(() -> {
            try {
                scene.hear(++granted[0], 0);
                return true;
            } catch (StackOverflowError noStack) {
                return false;
            }
        });
        scene.hear(++granted[0], 0);
        scene.send("1");
        scene.hear(granted[0], 1);
        assertThat(line.sent).containsExactly("0 1");
        assertThat(line.last().returned()).isEqualTo(granted[0] - 1);
    }

    private static final class WithoutOffers implements Runnable {
        @Override
        public void run() {
            var scene = new Scene();
            assertThatThrownBy(() -> scene.hear(5, 0)).hasMessage(Twin.FAILURE);
            scene.hear(5, 1);
            assertThat(scene.line.last().returned()).isEqualTo(5);
        }
    }

    @Test
    void shouldGiveBackTheRoomThatItCouldNotOffer() throws Exception {
        Twin.failing("dev.ropewalk.cluster.channel", Offers.class, "makeOne", "receiveAsync")
                .make(Runnable.class, WithoutOffers.class)
                .run();
    }

    @Test
    void shouldGiveBackTheRoomOfAnElementThatItCouldNotAccept() {
        scene.hear(1, 0);
        scene.failToSend("1");
        assertThat(scene.node.losses)
                .extracting(MessageLoss::message, MessageLoss::reason)
                .containsExactly(tuple(Optional.of("1"), Reason.FAILED));
        scene.send("2");
        assertThat(line.last().returned()).isEqualTo(1);
        assertThat(line.last().asks()).isEqualTo(1);
        scene.hear(2, 0);
        assertThat(line.sent).containsExactly("0 2");
    }

    /** It has seen the room that another sender takes. A thread that waits hasn't ended what it has begun. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldAskForASenderThatWaitsForTheRoomOfAnElementThatItCouldNotAccept(boolean isAThread) {
        scene.hear(1, 0);
        Object second = scene.end.begin("2");
        scene.node.hand.lackMemoryOnce();
        assertThat(scene.end.trySend("1")).isTrue(); // and lost at once
        var ignored = scene.end.channel().sendAsync(second, Runnable::run, whatever -> {});
        if (!isAThread) {
            scene.end.end();
        }
        scene.node.hand.run();
        assertThat(line.last().returned()).isEqualTo(1);
        assertThat(line.last().asks()).isEqualTo(1);
        scene.hear(2, 0);
        assertThat(line.sent).containsExactly("0 2");
    }

    @Test
    void shouldSendWithTheNextStepWhatItCouldNotSendAtOnce() {
        scene.hear(2, 0);
        line.lacksMemory = true;
        assertThatThrownBy(() -> scene.send("1")).isInstanceOf(OutOfMemoryError.class);
        line.lacksMemory = false;
        scene.hear(3, 0);
        assertThat(line.sent).containsExactly("0 1");
        scene.send("2");
        assertThat(line.sent).containsExactly("0 1", "1 2");
    }

    @Test
    void shouldFinishThoughItCouldNotBeToldOfOffersThatAreOver() {
        scene.hear(2, 0);
        scene.node.hand.lackMemory(true);
        assertThatThrownBy(scene.end::close).isInstanceOf(OutOfMemoryError.class);
        scene.node.hand.lackMemory(false);
        scene.end.close();
        scene.node.hand.run();
        assertThat(line.last().finished()).isZero();
        assertThat(line.last().returned()).isEqualTo(2);
    }
}
