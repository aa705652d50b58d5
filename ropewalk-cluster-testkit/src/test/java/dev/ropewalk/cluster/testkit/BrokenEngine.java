package dev.ropewalk.cluster.testkit;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** An engine that breaks its contract in one way. */
final class BrokenEngine implements EngineProvider {
    /** What most frames have at most. */
    private static final int COMMON_BYTES = 64 << 10;

    private final EngineProvider sound;
    private final Flaw flaw;
    private final List<EngineListener> listeners = new ArrayList<>();
    private final Map<NodeAddress, Node> latest = new HashMap<>();
    private final Map<Integer, Node> owners = new HashMap<>();
    private final Set<String> typesOfFirst = new HashSet<>();

    private @Nullable Node first;

    BrokenEngine(EngineProvider sound, Flaw flaw) {
        this.sound = sound;
        this.flaw = flaw;
    }

    @Override
    public String name() {
        return "broken";
    }

    @Override
    public Engine start(ClusterOptions options, Scheduler scheduler, EngineListener listener) {
        listeners.add(listener);
        ClusterOptions changed = switch (flaw) {
            case MEETS_ALL_CLUSTERS ->
                ClusterOptions.defaults("contract", options.codecs())
                        .seeds(options.seeds())
                        .shards(options.shards());
            case CHOOSES_ADDRESSES -> options.port(0);
            default -> options;
        };
        Engine engine = sound.start(changed, scheduler, new BrokenListener(listener));
        if (first == null) {
            first = engine.self();
        }
        latest.put(engine.self().address(), engine.self());
        return new BrokenNode(engine);
    }

    private final class BrokenNode implements Engine {
        private final Engine engine;

        BrokenNode(Engine engine) {
            this.engine = engine;
        }

        @Override
        public Node self() {
            return engine.self();
        }

        @Override
        public boolean send(Node to, byte[] frame) {
            if (flaw == Flaw.DROPS_LARGE_FRAMES && frame.length > COMMON_BYTES) {
                return true;
            }
            Node target = flaw == Flaw.KNOWS_ADDRESSES_ONLY ? latest.getOrDefault(to.address(), to) : to;
            return engine.send(target, frame) || flaw == Flaw.TAKES_ALL_FRAMES;
        }

        @Override
        public void host(String type, Optional<String> role) {
            if (isFirst()) {
                typesOfFirst.add(type);
            }
            engine.host(type, flaw == Flaw.IGNORES_ROLES ? Optional.empty() : role);
        }

        private boolean isFirst() {
            return engine.self().equals(first);
        }

        @Override
        public CompletionStage<Node> locate(String type, int shard) {
            if (flaw == Flaw.NEEDS_THE_FIRST_NODE && !typesOfFirst.contains(type)) {
                return CompletableFuture.failedFuture(new IllegalStateException("the first node doesn't host it"));
            }
            Node known = owners.get(shard);
            if (flaw == Flaw.REMEMBERS_OWNERS && known != null) {
                return CompletableFuture.completedFuture(known);
            }
            return engine.locate(type, shard).thenApply(owner -> {
                owners.put(shard, owner);
                return owner;
            });
        }

        @Override
        public CompletionStage<Void> leave(Duration within) {
            return engine.leave(within);
        }

        @Override
        public CompletionStage<Void> leaveNow() {
            if (flaw != Flaw.TELLS_NOBODY_THAT_IT_LEAVES) {
                return engine.leaveNow();
            }
            engine.stop();
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void stop() {
            engine.stop();
        }
    }

    private final class BrokenListener implements EngineListener {
        private final EngineListener listener;
        private final List<Member> shown = new ArrayList<>();
        private byte @Nullable [] late;
        private int frames;

        BrokenListener(EngineListener listener) {
            this.listener = listener;
        }

        @Override
        public void members(List<Member> members) {
            switch (flaw) {
                case HIDES_A_MEMBER -> listener.members(members.subList(0, members.size() - 1));
                case HIDES_ROLES ->
                    listener.members(members.stream()
                            .map(member -> new Member(member.node(), member.status(), member.isReachable(), Set.of()))
                            .toList());
                case SHOWS_THE_REMOVED -> {
                    shown.removeIf(
                            old -> members.stream().anyMatch(now -> now.node().equals(old.node())));
                    shown.addAll(members);
                    listener.members(shown);
                }
                default -> listener.members(members);
            }
        }

        @Override
        public void received(Node from, byte[] frame) {
            frames++;
            switch (flaw) {
                case SWAPS_FRAMES -> swap(from, frame);
                case REPEATS_FRAMES -> {
                    listener.received(from, frame);
                    listener.received(from, frame);
                }
                case CHANGES_FRAMES -> {
                    frame[frame.length - 1] ^= 1;
                    listener.received(from, frame);
                }
                case MISDIRECTS_FRAMES -> listeners.forEach(each -> each.received(from, frame));
                default -> listener.received(from, frame);
            }
        }

        private void swap(Node from, byte[] frame) {
            if (frames == 10) {
                late = frame;
                return;
            }
            listener.received(from, frame);
            if (late != null) {
                listener.received(from, late);
                late = null;
            }
        }

        @Override
        public void shardAssigned(String type, int shard) {
            switch (flaw) {
                case ASSIGNS_TO_ALL -> listeners.forEach(each -> each.shardAssigned(type, shard));
                case TELLS_NO_OWNER -> {}
                default -> listener.shardAssigned(type, shard);
            }
        }

        @Override
        public CompletionStage<Void> shardRevoked(String type, int shard) {
            CompletionStage<Void> ended = listener.shardRevoked(type, shard);
            return flaw == Flaw.WAITS_FOR_NO_OWNER ? CompletableFuture.completedFuture(null) : ended;
        }

        @Override
        public CompletionStage<Void> shardsLeft() {
            return switch (flaw) {
                case ASKS_FOR_NO_REST -> CompletableFuture.completedFuture(null);
                case WAITS_FOR_NO_REST -> {
                    listener.shardsLeft();
                    yield CompletableFuture.completedFuture(null);
                }
                default -> listener.shardsLeft();
            };
        }

        @Override
        public void removed(String reason) {
            switch (flaw) {
                case TELLS_NO_REMOVAL, TELLS_NO_ISOLATION, TELLS_NO_LOSS -> {}
                default -> listener.removed(reason);
            }
        }
    }
}
