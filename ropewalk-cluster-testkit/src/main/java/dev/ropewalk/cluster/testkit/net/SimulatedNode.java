package dev.ropewalk.cluster.testkit.net;

import dev.ropewalk.base.Durations;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.testkit.FrameFate;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A node: its engine, and its process as far as the network can tell. What the public methods don't say is called under the guard. */
final class SimulatedNode implements Engine {
    private final NodeNetwork network;
    private final Node self;
    private final ClusterOptions options;
    private final EngineListener listener;
    private final Calls calls;
    private final Sight sight;
    private final Joining joining;
    private final Farewell farewell = new Farewell();

    /** The types of which this can own shards. */
    private final Set<String> types = new HashSet<>();

    private final Map<SimulatedNode, Wire> wires = new LinkedHashMap<>();
    private final Set<Location> locations = new LinkedHashSet<>();
    private final CompletableFuture<Void> left = new CompletableFuture<>();
    private @Nullable Membership state;
    private @Nullable Membership remover;
    private boolean isDead;
    private boolean isPaused;
    private boolean isReady;
    private boolean isLeaving;
    private boolean isExpelled;
    private boolean isTold;

    SimulatedNode(
            NodeNetwork network, Node self, ClusterOptions options, EngineListener listener, Scheduler scheduler) {
        this.network = network;
        this.self = self;
        this.options = options;
        this.listener = listener;
        this.calls = new Calls(network.guard(), scheduler, this::stop);
        this.sight = new Sight(this, network.settings().detectionNanos());
        this.joining = new Joining(this, network);
    }

    // The engine

    @Override
    public Node self() {
        return self;
    }

    @Override
    public boolean send(Node to, byte[] frame) {
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(frame, "frame");
        int largest = options.codecs().limits().maxFrameBytes() + ROOM_BESIDE_MESSAGE;
        if (frame.length > largest) {
            throw new IllegalArgumentException(
                    "a frame to " + to + " must have at most " + largest + " bytes, but has " + frame.length);
        }
        FrameFate fate = guard().get(() -> sending(to, frame));
        if (fate != FrameFate.DELIVERED) {
            network.settings().tap().frame(self, to, frame, fate);
        }
        return fate != FrameFate.REFUSED;
    }

    private FrameFate sending(Node to, byte[] frame) {
        SimulatedNode target = network.node(to);
        if (target == null || !knows(target)) {
            return FrameFate.REFUSED;
        }
        Wire wire = wireTo(target);
        if (wire.size() >= network.settings().waitingFrames()) {
            return FrameFate.REFUSED;
        }
        if (network.loses()) {
            return FrameFate.LOST;
        }
        wire.add(frame);
        if (isPaused) {
            wire.pauseDue();
        } else {
            network.addDue(this, target, wire);
        }
        return FrameFate.DELIVERED;
    }

    @Override
    public void host(String type, Optional<String> role) {
        Objects.requireNonNull(type, "type");
        boolean isOwner = Objects.requireNonNull(role, "role")
                .map(options.roles()::contains)
                .orElse(true);
        guard().run(() -> {
            if (isOwner) {
                types.add(type);
            }
            network.review();
        });
    }

    @Override
    public CompletionStage<Node> locate(String type, int shard) {
        Objects.requireNonNull(type, "type");
        if (shard < 0 || shard >= options.shards()) {
            throw new IllegalArgumentException(
                    "shard must be from 0 to " + (options.shards() - 1) + ", but is " + shard);
        }
        var location = new Location(this, type, shard);
        Runnable failing = guard().get(() -> {
            if (isDead) {
                return location.failing("it has ended");
            }
            locations.add(location);
            location.askSoon();
            return null;
        });
        if (failing != null) {
            failing.run();
        }
        return location.owner().minimalCompletionStage();
    }

    @Override
    public CompletionStage<Void> leave(Duration within) {
        Objects.requireNonNull(within, "within");
        guard().run(() -> {
            isLeaving = true;
            if (isOutside()) {
                callSoon(() -> isOutside() ? expel("it has left before it had joined") : null);
            } else {
                network.review();
            }
        });
        return left.minimalCompletionStage();
    }

    @Override
    public CompletionStage<Void> leaveNow() {
        boolean isTelling = guard().get(() -> {
            if (state != null && state.hearsOf(this)) {
                state.drop(this);
                leaveState("it has left at once");
            }
            return isExpelled && !isDead;
        });
        CompletableFuture<Void> ended = left.handle((nothing, failure) -> {
            stop();
            return null;
        });
        if (!isTelling) {
            stop();
        }
        return ended.minimalCompletionStage();
    }

    @Override
    public void stop() {
        List<Runnable> failing = guard().get(() -> {
            List<Runnable> all = failing("it was stopped");
            die();
            return all;
        });
        failing.forEach(Runnable::run);
        boolean ignored =
                left.completeExceptionally(new IllegalStateException(self + " was stopped before it had left"));
    }

    // The process

    NodeNetwork network() {
        return network;
    }

    Guard guard() {
        return network.guard();
    }

    ClusterOptions options() {
        return options;
    }

    EngineListener listener() {
        return listener;
    }

    Calls calls() {
        return calls;
    }

    Sight sight() {
        return sight;
    }

    Joining joining() {
        return joining;
    }

    /** Returns whether this leaves, and has sent all; it is told to when this is called first. */
    boolean hasSaidFarewell() {
        farewell.beginOnce();
        return farewell.isOver;
    }

    void callSoon(Calls.Step step) {
        calls.addIn(network.latency(), step);
    }

    Wire wireTo(SimulatedNode target) {
        return wires.computeIfAbsent(target, ignored -> new Wire());
    }

    /** Returns whether another node is a member of the same cluster, or this wasn't told yet that it is none any more. */
    boolean knows(SimulatedNode other) {
        return state != null && (state.has(other) || sight.shows(other));
    }

    boolean hosts(String type) {
        return types.contains(type);
    }

    void forget(Location location) {
        locations.remove(location);
    }

    boolean isRunning() {
        return !isDead && !isPaused;
    }

    void pause(boolean value) {
        if (isPaused != value && !isDead) {
            isPaused = value;
            calls.freeze(value);
            if (!value) {
                wires.forEach((target, wire) -> {
                    for (int left = wire.takePausedDues(); left > 0; left--) {
                        network.addDue(this, target, wire);
                    }
                });
            }
            network.review();
        }
    }

    /** Ends at once. */
    void die() {
        if (!isDead) {
            isDead = true;
            state = null;
            locations.clear();
            calls.close();
            network.forget(this);
            network.review();
        }
    }

    // The member

    /** Returns the cluster that this is a member of, null if it is none. */
    @Nullable
    Membership state() {
        return state;
    }

    /** Returns whether this may become a member. */
    boolean isOutside() {
        return state == null && !isDead && !isExpelled;
    }

    void enter(Membership joined) {
        state = joined;
    }

    void beReady() {
        isReady = true;
    }

    boolean isReady() {
        return isReady;
    }

    boolean isLeaving() {
        return isLeaving;
    }

    /** Returns whether the listener knows that this is no member any more. */
    boolean isTold() {
        return isTold;
    }

    void markTold() {
        isTold = true;
    }

    /** Shares another view with those that were removed as well. */
    void leaveBehind(Membership winners, Membership rest) {
        if (state == winners) {
            state = rest;
            remover = winners;
        }
    }

    /** Returns whether this reaches a node that has removed it. */
    boolean isRemovedByOthers() {
        return remover != null
                && remover.members().stream().anyMatch(other -> other.state() == remover && network.links(this, other));
    }

    /** Ends its time as a member; the listener hears of it a little later. */
    void leaveState(String reason) {
        Runnable told = expel(reason);
        callSoon(() -> told);
    }

    /** Ends its time as a member. Returns what tells the listener. */
    Runnable expel(String reason) {
        state = null;
        isExpelled = true;
        joining.end();
        network.review();
        return () -> {
            try {
                listener.removed(reason);
            } finally {
                told();
            }
        };
    }

    private void told() {
        List<Runnable> failing = guard().get(() -> {
            isTold = true;
            network.tellFree(this);
            return failing("it is no member any more");
        });
        failing.forEach(Runnable::run);
        boolean ignored = left.complete(null);
    }

    private List<Runnable> failing(String reason) {
        return List.copyOf(locations).stream()
                .map(location -> location.failing(reason))
                .toList();
    }

    /** The last thing that this does as a member that leaves: it sends what is left. */
    private final class Farewell {
        private boolean hasBegun;
        private boolean isOver;

        void beginOnce() {
            if (!hasBegun) {
                hasBegun = true;
                callSoon(this::begin);
            }
        }

        private @Nullable Runnable begin() {
            if (state == null) {
                return null; // it was removed meanwhile
            }
            Calls.Call giveUp = calls.addIn(Durations.delayNanos(options.handOffTimeout()), () -> {
                end();
                return null;
            });
            return () -> listener.shardsLeft()
                    .thenRun(() -> guard().run(() -> {
                        calls.remove(giveUp);
                        end();
                    }));
        }

        private void end() {
            if (!isOver) {
                isOver = true;
                network.review();
            }
        }
    }

    @Override
    public String toString() {
        return self.toString();
    }
}
