package dev.ropewalk.cluster.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.testing.Twin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Memory that runs out between two steps of a channel where it is received from. */
class ChannelHomeTest {
    private static final String ROOM = "dev.ropewalk.cluster.channel";
    private static final Node SENDER = new Node("10.0.0.8", 2551, 1);

    /** A channel that an end of another node has room in. */
    private static final class Scene {
        private final HandChannels node = new HandChannels();
        private final ClusterChannels channels = new ClusterChannels(node, any -> null);
        private final ChannelHome<String> channel = (ChannelHome<String>) channels.open("items", String.class, 8);
        private final List<HomeState> told = new ArrayList<>();

        Scene() {
            hear(1, false);
        }

        void hear(long asks, boolean isClosed) {
            channel.heard(
                    SENDER,
                    new EndState(channel.id(), asks, 0, isClosed ? 2 : -1, isClosed, null),
                    account -> told.add(account.state()));
            node.hand.run();
        }

        void receive(long number, String element) {
            channel.received(SENDER, number, element);
            node.hand.run();
        }

        List<Object> lost() {
            return node.losses.stream()
                    .map(MessageLoss::message)
                    .map(Optional::orElseThrow)
                    .toList();
        }
    }

    private static final class HandsOnNothing implements Runnable {
        @Override
        public void run() {
            var scene = new Scene();
            scene.receive(1, "early");
            assertThatThrownBy(() -> scene.receive(0, "first")).hasMessage(Twin.FAILURE);
            assertThat(scene.lost()).isEmpty();
            scene.channel.fail(new IllegalStateException("on purpose"));
            scene.node.hand.run();
            assertThat(scene.lost()).containsExactly("first", "early");
        }
    }

    @Test
    void shouldCountWhatItCouldNotHandOn() throws Exception {
        Twin.failing(ROOM, ChannelHome.class, "handOn", "sendAsync")
                .make(Runnable.class, HandsOnNothing.class)
                .run();
    }

    private static final class TakesNothing implements Runnable {
        @Override
        public void run() {
            var scene = new Scene();
            assertThatCode(() -> scene.receive(0, "first")).doesNotThrowAnyException();
            assertThat(scene.lost()).containsExactly("first");
            assertThat(scene.told.getLast().mode()).isEqualTo(HomeState.Mode.FAILED);
            assertThatThrownBy(() -> scene.channel.receiver().tryReceive()).hasRootCauseMessage(Twin.FAILURE);
        }
    }

    @Test
    void shouldFailWithAnElementThatItCouldNotTake() throws Exception {
        Twin.failing(ROOM, EndAccount.class, "take", "put")
                .make(Runnable.class, TakesNothing.class)
                .run();
    }

    @Test
    void shouldBeOverThoughItCouldNotHearThatAllWasReceived() {
        var scene = new Scene();
        scene.receive(0, "1");
        scene.receive(1, "2");
        scene.node.hand.lackMemory(true);
        assertThat(scene.channel.receiver().tryReceive()).contains("1");
        assertThat(scene.channel.receiver().tryReceive()).contains("2");
        scene.node.hand.lackMemory(false);
        scene.hear(1, true);
        assertThat(scene.told.getLast().mode()).isEqualTo(HomeState.Mode.OVER);
        assertThat(scene.told.getLast().received()).isEqualTo(2);
    }

    @Test
    void shouldHandOnWhatWasClosedBehind() {
        var scene = new Scene();
        scene.receive(1, "2");
        scene.receive(0, "1");
        scene.hear(1, true);
        assertThat(scene.channel.receiver().tryReceive()).contains("1");
        assertThat(scene.channel.receiver().tryReceive()).contains("2");
        scene.node.hand.run();
        assertThat(scene.told.getLast().mode()).isEqualTo(HomeState.Mode.OVER);
    }
}
