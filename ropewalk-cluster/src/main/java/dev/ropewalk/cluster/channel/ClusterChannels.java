package dev.ropewalk.cluster.channel;

import dev.ropewalk.base.Names;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.RemoteChannel;
import dev.ropewalk.cluster.RemoteFailureException;
import dev.ropewalk.cluster.codec.EncodingException;
import dev.ropewalk.cluster.codec.FrameReader;
import dev.ropewalk.cluster.codec.FrameWriter;
import dev.ropewalk.cluster.link.Link;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The channels that a node has made, by numbers, and those of others that it sends to. Any thread may use it. */
public final class ClusterChannels {
    private final ChannelHost host;
    private final AtomicLong numbers = new AtomicLong();
    private final Map<Long, ChannelHome<?>> homes = new ConcurrentSkipListMap<>();
    private final List<PeerChannels> peers = new CopyOnWriteArrayList<>();
    private final Function<Node, @Nullable PeerChannels> nodes;
    private volatile boolean isLeaving;

    /**
     * Makes none.
     *
     * @param nodes finds what is between this node and another one; null if that is no member
     */
    public ClusterChannels(ChannelHost host, Function<Node, @Nullable PeerChannels> nodes) {
        this.host = host;
        this.nodes = nodes;
    }

    /**
     * Makes a channel.
     *
     * @throws IllegalArgumentException if the name is blank, the capacity out of range, or the type one that no object has
     */
    public <M> RemoteChannel<M> open(String name, Class<M> type, int capacity) {
        Names.checked(name, "name");
        if (Objects.requireNonNull(type, "type").isPrimitive()) {
            throw new IllegalArgumentException("the elements of channel '" + name + "' can't be of the primitive type "
                    + type + "; its wrapper will do");
        }
        if (capacity < 1 || capacity > Offers.MAX_CAPACITY) {
            throw new IllegalArgumentException("the capacity of channel '" + name + "' must be from 1 to "
                    + Offers.MAX_CAPACITY + ", but is " + capacity);
        }
        var channel = new ChannelHome<>(host, this, numbers.incrementAndGet(), name, type, capacity);
        homes.put(channel.id(), channel);
        if (isLeaving) {
            channel.leave(leavingCause());
        }
        return channel;
    }

    /** Begins with another node. */
    public PeerChannels begin(Link link, ChannelKinds kinds) {
        var peer = new PeerChannels(host, this, link, kinds);
        peers.add(peer);
        return peer;
    }

    @Nullable
    ChannelHome<?> channel(long id) {
        return homes.get(id);
    }

    void forget(long id) {
        homes.remove(id);
    }

    void nodeGone(PeerChannels peer) {
        peers.remove(peer);
        homes.values().forEach(channel -> channel.nodeGone(peer.home()));
    }

    // Sending ends in messages

    /** Writes a sending end. */
    public void write(Sender<?> sender, FrameWriter out) {
        if (!(sender instanceof ChannelEnd<?> end)) {
            throw new EncodingException(sender + " is no sender of a cluster's channel, but a "
                    + sender.getClass().getName() + ": it can't be sent to another node");
        }
        Node home = end.home();
        out.writeString(home.host());
        out.writeInt(home.port());
        out.writeLong(home.incarnation());
        out.writeLong(end.id());
        out.writeString(end.name());
    }

    /** Reads a sending end. */
    public Sender<?> read(FrameReader in) {
        var home = new Node(in.readString(), in.readInt(), in.readLong());
        long id = in.readLong();
        String name = Names.checked(in.readString(), "name");
        PeerChannels peer = home.equals(host.self()) ? null : nodes.apply(home);
        if (peer != null) {
            return peer.sender(id, name);
        }
        ChannelHome<?> own = home.equals(host.self()) ? homes.get(id) : null;
        return own != null ? own.sender() : new GoneLine(home).sender(host, id, name);
    }

    // The end

    private Throwable leavingCause() {
        return new RemoteFailureException(host.self(), host.self() + " leaves the cluster");
    }

    /** This node is about to leave: nothing more is accepted, and what was accepted still goes. */
    public void leave() {
        isLeaving = true;
        Throwable cause = leavingCause();
        homes.values().forEach(channel -> channel.leave(cause));
        peers.forEach(peer -> peer.forEachEnd(end -> end.leave(cause)));
        host.idle();
    }

    void leaveIfLeaving(ChannelEnd<?> end) {
        if (isLeaving) {
            end.leave(leavingCause());
        }
    }

    /** Returns whether something that was accepted may not have come to where it is received; asked after {@link #leave}. */
    public boolean isBusy() {
        return homes.values().stream().anyMatch(ChannelHome::isBusy)
                || peers.stream().anyMatch(PeerChannels::isBusy);
    }

    /**
     * This node is no member any more.
     *
     * @param reason in words, which may begin with the node and that this has happened
     */
    public void end(String reason) {
        isLeaving = true;
        String what = host.self() + " is no member any more";
        var cause = new RemoteFailureException(host.self(), reason.startsWith(what) ? reason : what + ": " + reason);
        peers.forEach(peer -> peer.end(cause, Reason.CLOSED));
        homes.values().forEach(channel -> channel.gone(cause));
    }
}
