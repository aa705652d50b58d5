package dev.ropewalk.cluster.pekko.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.codec.CodecLimits;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.pekko.settings.Hosts;
import dev.ropewalk.cluster.pekko.wire.Frame;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.nio.ByteBuffer;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.IntStream;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.junit.jupiter.api.Test;

class PekkoFramesTest {
    private static final int FRAMES = 100_000;
    private static final int WINDOW = 256;

    @Test
    void shouldBringFramesInOrder() {
        try (var first = TestNode.start(TestNode.options("shop"));
                var second = first.join(TestNode.options("shop"))) {
            TestNode.awaitUp(first, second);
            int arrived = 0;
            for (int sent = 0; sent < FRAMES; ) {
                int end = Math.min(sent + WINDOW, FRAMES);
                for (; sent < end; sent++) {
                    assertThat(first.engine.send(second.self(), frame(100, sent)))
                            .isTrue();
                }
                for (; arrived < end; arrived++) {
                    Await.until("a frame is there", () -> !second.frames.isEmpty());
                    assertThat(second.frames.remove())
                            .isEqualTo(new TestNode.Received(first.self(), ByteBuffer.wrap(frame(100, arrived))));
                }
            }
        }
    }

    @Test
    void shouldBringTheLargestFrame() {
        try (var first = TestNode.start(TestNode.options("shop"));
                var second = first.join(TestNode.options("shop"))) {
            TestNode.awaitUp(first, second);
            byte[] largest = frame(TestNode.CODECS.limits().maxFrameBytes(), 7);
            for (int i = 0; i < WINDOW; i++) {
                assertThat(first.engine.send(second.self(), largest)).isTrue();
            }
            Await.until("all are there", () -> second.frames.size() == WINDOW, TestNode.LONG);
            assertThat(second.frames).containsOnly(new TestNode.Received(first.self(), ByteBuffer.wrap(largest)));
        }
    }

    @Test
    void shouldBringSmallFramesBesideVeryLargeOnes() {
        int max = 16 << 20;
        ClusterOptions options = withFramesOf(max);
        try (var first = TestNode.start(options);
                var second = first.join(options)) {
            TestNode.awaitUp(first, second);
            for (int i = 0; i < WINDOW; i++) {
                assertThat(first.engine.send(second.self(), frame(i % 100 == 7 ? max : 100, i)))
                        .isTrue();
            }
            Await.until("all are there", () -> second.frames.size() == WINDOW, TestNode.LONG);
            assertThat(second.frames)
                    .extracting(received -> received.frame().getInt(0))
                    .isEqualTo(IntStream.range(0, WINDOW).boxed().toList());
        }
    }

    private static ClusterOptions withFramesOf(int maxBytes) {
        CodecLimits limits = CodecLimits.defaults().maxFrameBytes(maxBytes);
        return ClusterOptions.defaults(
                        "shop", CodecRegistry.builder().limits(limits).build())
                .plaintext(true)
                .shards(TestNode.SHARDS);
    }

    @Test
    void shouldBringFramesThatAreLargerThanAMessage() {
        ClusterOptions options = withFramesOf(100);
        try (var first = TestNode.start(options);
                var second = first.join(options)) {
            TestNode.awaitUp(first, second);
            byte[] largest = frame(100 + Engine.ROOM_BESIDE_MESSAGE, 7);
            assertThat(first.engine.send(second.self(), largest)).isTrue();
            Await.until("it is there", () -> !second.frames.isEmpty(), TestNode.LONG);
            assertThat(second.frames).containsExactly(new TestNode.Received(first.self(), ByteBuffer.wrap(largest)));
        }
    }

    @Test
    void shouldBringFramesToItself() {
        try (var node = TestNode.start(TestNode.options("shop"))) {
            TestNode.awaitUp(node);
            assertThat(node.engine.send(node.self(), frame(100, 1))).isTrue();
            Await.until("it is there", () -> !node.frames.isEmpty());
            assertThat(node.frames).containsExactly(new TestNode.Received(node.self(), ByteBuffer.wrap(frame(100, 1))));
        }
    }

    @Test
    void shouldNotTakeFramesForNodesThatAreNoMembers() {
        try (var node = TestNode.start(TestNode.options("shop"))) {
            TestNode.awaitUp(node);
            Node self = node.self();
            assertThat(node.engine.send(new Node("127.0.0.1", 1, 2), frame(100, 1)))
                    .isFalse();
            assertThat(node.engine.send(new Node(self.host(), self.port(), self.incarnation() + 1), frame(100, 1)))
                    .isFalse();
        }
    }

    @Test
    void shouldBeAnotherNodeUnderTheSameAddress() {
        try (var first = TestNode.start(TestNode.options("shop"))) {
            Node before;
            try (var second = first.join(TestNode.options("shop"))) {
                TestNode.awaitUp(first, second);
                before = second.self();
            }
            try (var again = first.join(TestNode.options("shop").port(before.port()))) {
                TestNode.awaitUp(first, again);
                assertThat(again.address()).isEqualTo(before.address());
                assertThat(again.self()).isNotEqualTo(before);
                assertThat(first.engine.send(before, frame(100, 1))).isFalse();
                assertThat(first.engine.send(again.self(), frame(100, 2))).isTrue();
                Await.until("it is there", () -> !again.frames.isEmpty());
                assertThat(again.frames)
                        .containsExactly(new TestNode.Received(first.self(), ByteBuffer.wrap(frame(100, 2))));
            }
        }
    }

    @Test
    void shouldRefuseFramesForAnEarlierNode() {
        try (var first = TestNode.start(TestNode.options("shop"));
                var second = first.join(TestNode.options("shop"))) {
            TestNode.awaitUp(first, second);
            sendTo(second, first, second.self().incarnation() + 1);
            Await.until("it is refused", () -> second.engine.refusals().stale() == 1);
            sendTo(second, first, second.self().incarnation());
            Await.until("it is there", () -> !second.frames.isEmpty());
            assertThat(second.engine.refusals().strangers()).isZero();
            assertThat(second.frames).hasSize(1);
        }
    }

    @Test
    void shouldRefuseFramesOfStrangers() {
        Logger logger = Logger.getLogger("dev.ropewalk.cluster.pekko");
        logger.setLevel(Level.FINE);
        try (var node = TestNode.start(TestNode.options("shop"));
                var stranger = TestNode.start(TestNode.options("shop"));
                var log = new CapturedLog("dev.ropewalk.cluster.pekko")) {
            TestNode.awaitUp(node);
            TestNode.awaitUp(stranger);
            sendTo(node, stranger, node.self().incarnation());
            sendTo(node, stranger, node.self().incarnation());
            Await.until("both are refused", () -> node.engine.refusals().strangers() == 2);
            assertThat(node.frames).isEmpty();
            assertThat(log.messages("refuses a frame"))
                    .containsExactly(node.self() + " refuses a frame from " + stranger.self() + ": that is no member");
        } finally {
            logger.setLevel(null);
        }
    }

    /** Sends a frame for an incarnation, without asking whether that is a member. */
    private static void sendTo(TestNode to, TestNode from, long incarnation) {
        var system = (ExtendedActorSystem) from.engine.system();
        String address = Hosts.address(system.name(), to.address()) + "/user/" + Peers.RECEIVER;
        system.provider()
                .resolveActorRef(address)
                .tell(
                        new Frame(from.self().incarnation(), incarnation, frame(10, 1)),
                        system.provider().resolveActorRef("/user/" + Peers.RECEIVER));
    }

    private static byte[] frame(int size, int number) {
        return ByteBuffer.allocate(size).putInt(number).array();
    }
}
