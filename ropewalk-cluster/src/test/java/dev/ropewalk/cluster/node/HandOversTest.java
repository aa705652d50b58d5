package dev.ropewalk.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.testing.CapturedLog;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a node keeps for the next owner of a shard, and until when. */
class HandOversTest {
    private static final Node SELF = new Node("localhost", 1, 1);
    private static final Node OTHER = new Node("localhost", 2, 1);
    private static final Node THIRD = new Node("localhost", 3, 1);
    private static final HandOvers.ShardId SHARD = new HandOvers.ShardId("counter", 1);
    private static final Map<ByteBuffer, byte[]> STATES = Map.of(ByteBuffer.wrap(new byte[] {1}), new byte[] {2});

    /** More than one part. */
    private static final Map<ByteBuffer, byte[]> LARGE_STATES = Map.of(
            ByteBuffer.wrap(new byte[] {1}), new byte[100_000],
            ByteBuffer.wrap(new byte[] {2}), new byte[100_000],
            ByteBuffer.wrap(new byte[] {3}), new byte[100_000]);

    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final Host host = new Host();
    private final HandOvers handOvers = new HandOvers(host);

    @AfterEach
    void close() {
        log.close();
    }

    @Test
    void shouldKeepWhatComesBackToThisNode() {
        host.members = List.of(member(SELF, MemberStatus.UP), member(OTHER, MemberStatus.LEAVING));
        handOvers.keep(SHARD, STATES);
        host.closed = true; // it seeks no owner
        host.runAll();

        assertThat(keysFor(OTHER)).isEqualTo(STATES.keySet());
        assertThat(log.messages("handed over")).isEmpty();
    }

    @Test
    void shouldDropWhatNobodyCanAskFor() {
        host.members = List.of(member(SELF, MemberStatus.UP), member(OTHER, MemberStatus.LEAVING));
        handOvers.keep(SHARD, STATES);
        CompletableFuture<Void> over = handOvers.whenHandedOver();

        assertThat(over).isCompleted();
        assertThat(keysFor(OTHER)).isEmpty();
        assertThat(log.messages("handed over")).isEmpty();
    }

    @Test
    void shouldDropWhatOnlyNodesCouldAskForThatHaveToldThatTheyLeave() {
        host.members = List.of(member(SELF, MemberStatus.UP), member(OTHER, MemberStatus.UP));
        handOvers.keep(SHARD, STATES);
        CompletableFuture<Void> over = handOvers.whenHandedOver();
        assertThat(over).isNotDone();
        host.leaving = Set.of(OTHER);
        host.runAll();

        assertThat(over).isCompleted();
        assertThat(log.messages("handed over")).isEmpty();
    }

    @Test
    void shouldKeepWhatCouldNotBeSent() {
        host.members = List.of(member(SELF, MemberStatus.UP), member(OTHER, MemberStatus.UP));
        handOvers.keep(SHARD, STATES);
        host.gone = OTHER;
        assertThat(keysFor(OTHER)).isEmpty();
        assertThat(keysFor(THIRD)).isEqualTo(STATES.keySet());
        assertThat(keysFor(THIRD)).isEmpty();
    }

    @Test
    void shouldKeepWhatOthersHaveLeftBeforeWithTheRest() {
        ByteBuffer last = ByteBuffer.wrap(new byte[] {4});
        handOvers.keep(SHARD, LARGE_STATES);
        Set<ByteBuffer> keys = new HashSet<>(partFor(OTHER, 1, true));
        handOvers.keep(SHARD, Map.of(last, new byte[] {2}));
        keys.addAll(partFor(OTHER, 1, false));
        assertThat(keys).containsAll(LARGE_STATES.keySet()).contains(last).hasSize(4);
        assertThat(host.lost).isEmpty();
    }

    @Test
    void shouldGiveNothingToLaterOwnersThatIsLeftWhenTheNextOneHasBegun() {
        CodecRegistry codecs = CodecRegistry.builder()
                .register(1, String.class)
                .register(2, Long.class)
                .build();
        EntityType<String, String> type = EntityType.of(SHARD.type(), String.class, String.class);
        var encoders = new Encoders(codecs);
        var estate = new ShardEstate<>(handOvers, encoders, codecs, type, SHARD.shard(), Long.class, 100);
        estate.leave("one", 1L);
        estate.leave("two", 2L);
        estate.passBut(Set.of("two"));
        estate.end();
        assertThat(host.lost.get("counter")).containsExactly(ByteBuffer.wrap(codecs.encode("two")));
        estate.leave("three", 3L);
        estate.pass();
        assertThat(keysFor(OTHER)).containsExactly(ByteBuffer.wrap(codecs.encode("one")));
        assertThat(host.lostPaths).containsExactly("/counter/three");
    }

    @Test
    void shouldTellWhatIsLeftTooLate() {
        handOvers.drop(SHARD, STATES);
        handOvers.drop(SHARD, Map.of());
        assertThat(host.lost).isEqualTo(Map.of("counter", List.copyOf(STATES.keySet())));
        assertThat(log.messages(
                        "states of 1 entities of /counter weren't handed over: their entities have ended too late"))
                .hasSize(1);
        assertThat(keysFor(OTHER)).isEmpty();
    }

    @Test
    void shouldGiveTheRestToAnOwnerThatHasGivenTheShardUpMeanwhile() {
        handOvers.keep(SHARD, LARGE_STATES);
        Set<ByteBuffer> keys = new HashSet<>(partFor(OTHER, 1, true));
        handOvers.moved(OTHER, SHARD);
        keys.addAll(partFor(OTHER, 1, false));
        assertThat(keys).isEqualTo(LARGE_STATES.keySet());
        assertThat(host.lost).isEmpty();
    }

    @Test
    void shouldGiveTheRestToNobodyElseThen() {
        handOvers.keep(SHARD, LARGE_STATES);
        Set<ByteBuffer> part = partFor(OTHER, 1, true);
        handOvers.moved(OTHER, SHARD);
        assertThat(partFor(THIRD, 1, false)).isEmpty();
        assertThat(host.lost.get("counter"))
                .containsExactlyInAnyOrderElementsOf(LARGE_STATES.keySet().stream()
                        .filter(key -> !part.contains(key))
                        .toList());
        assertThat(partFor(OTHER, 1, false)).isEmpty();
    }

    @Test
    void shouldNotGiveItToThatOwnerWhenItOwnsTheShardAgain() {
        handOvers.keep(SHARD, LARGE_STATES);
        assertThat(partFor(OTHER, 1, true)).isNotEmpty();
        handOvers.moved(OTHER, SHARD);
        assertThat(partFor(OTHER, 2, false)).isEmpty();
        assertThat(log.messages("another node had the shard before it has asked for them"))
                .hasSize(1);
    }

    @Test
    void shouldDropWhatIsOlderThanWhatAnotherNodeHad() {
        handOvers.keep(SHARD, LARGE_STATES);
        assertThat(partFor(OTHER, 1, true)).isNotEmpty();
        handOvers.moved(THIRD, SHARD);
        assertThat(partFor(OTHER, 1, false)).isEmpty();
    }

    @Test
    void shouldTellWhatIsLostWhenThisNodeIsRemoved() {
        handOvers.keep(SHARD, STATES);
        handOvers.end();
        assertThat(log.messages(
                        "states of 1 entities of /counter weren't handed over: this node is no member any more"))
                .hasSize(1);
        assertThat(keysFor(OTHER)).isEmpty();
        assertThat(host.lost).isEqualTo(Map.of("counter", List.copyOf(STATES.keySet())));
    }

    @Test
    void shouldTellWhatIsLeftWhenThisNodeHasEnded() {
        host.members = List.of(member(SELF, MemberStatus.LEAVING), member(OTHER, MemberStatus.UP));
        handOvers.end();
        handOvers.keep(SHARD, STATES);
        assertThat(host.lost).isEqualTo(Map.of("counter", List.copyOf(STATES.keySet())));
        assertThat(log.messages(
                        "states of 1 entities of /counter weren't handed over: this node is no member any more"))
                .hasSize(1);
    }

    @Test
    void shouldTellWhatComesTooLate() {
        handOvers.received(OTHER, 1, false, STATES);
        assertThat(host.lost).isEqualTo(Map.of("?", List.copyOf(STATES.keySet())));
    }

    private static Member member(Node node, MemberStatus status) {
        return new Member(node, status, true, Set.of());
    }

    /** Has a node ask; returns of which entities it gets the states. */
    private Set<ByteBuffer> keysFor(Node node) {
        return partFor(node, 1, false);
    }

    /** Has a node ask; returns of which entities it gets the states now. */
    private Set<ByteBuffer> partFor(Node node, long question, boolean hasMore) {
        host.sent.clear();
        handOvers.asked(node, question, SHARD);
        if (host.sent.isEmpty()) {
            return Set.of();
        }
        ByteBuffer from = ByteBuffer.wrap(host.sent.getFirst());
        assertThat(from.get()).isEqualTo(Envelope.STATES);
        assertThat(from.getLong()).isEqualTo(question);
        assertThat(from.get() != 0).isEqualTo(hasMore);
        return Envelope.readStates(from).keySet();
    }

    private static final class Host implements HandOverHost {
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private final List<byte[]> sent = new ArrayList<>();
        private final Map<String, List<ByteBuffer>> lost = new HashMap<>();
        private final List<String> lostPaths = new ArrayList<>();
        private List<Member> members = List.of();
        private Set<Node> leaving = Set.of();
        private @Nullable Node gone;
        private boolean closed;

        /** Runs what waits, however long it is to wait; but for the first task, which is the end of the time for which states are kept. */
        void runAll() {
            tasks.remove();
            while (!tasks.isEmpty()) {
                tasks.remove().run();
            }
        }

        @Override
        public Node self() {
            return SELF;
        }

        @Override
        public Engine engine() {
            throw new IllegalStateException("nobody is looked for");
        }

        @Override
        public List<Member> membersNow() {
            return members;
        }

        @Override
        public boolean hasToldLeaving(Node other) {
            return leaving.contains(other);
        }

        @Override
        public Duration handOffTimeout() {
            return Duration.ofSeconds(10);
        }

        @Override
        public boolean isClosed() {
            return closed;
        }

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public boolean control(Node to, byte[] record) {
            return !to.equals(gone) && sent.add(record);
        }

        @Override
        public void lostStates(String type, List<ByteBuffer> keys) {
            lost.put(type, keys);
        }

        @Override
        public void lostState(String path, Object state) {
            lostPaths.add(path);
        }

        @Override
        public boolean soon(Runnable task) {
            return false;
        }

        @Override
        public @Nullable Timer later(Runnable task, Duration delay) {
            tasks.add(task);
            return null;
        }
    }
}
