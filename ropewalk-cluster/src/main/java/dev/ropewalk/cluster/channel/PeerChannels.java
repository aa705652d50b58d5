package dev.ropewalk.cluster.channel;

import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.RemoteFailureException;
import dev.ropewalk.cluster.link.Link;
import dev.ropewalk.cluster.link.News;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/** The channels between this node and another one: the ends here of channels there, and what ends there tell of channels here. */
public final class PeerChannels implements HomeLine {
    private final ChannelHost host;
    private final ClusterChannels channels;
    private final Link link;
    private final byte kind;
    private final News<ChannelEnd<?>> toHomes;
    private final News<EndAccount> toEnds;

    /** By the numbers of their channels; changed under the lock of this. */
    private final Map<Long, ChannelEnd<?>> ends = new ConcurrentSkipListMap<>();

    /** Whether that node is no member any more; guarded by this. */
    private boolean hasEnded;

    PeerChannels(ChannelHost host, ClusterChannels channels, Link link, ChannelKinds kinds) {
        this.host = host;
        this.channels = channels;
        this.link = link;
        this.kind = kinds.element();
        this.toHomes = News.at(link, kinds.toHome(), end -> ChannelRecords.of(end.state(), host.self()));
        this.toEnds = News.at(link, kinds.toEnd(), account -> ChannelRecords.of(account.state(), host.self()));
    }

    @Override
    public Node home() {
        return link.peer();
    }

    @Override
    public byte[] encode(long channel, Object element) {
        return host.encode(ChannelRecords.head(kind, channel), element);
    }

    @Override
    public void tell(ChannelEnd<?> end) {
        toHomes.add(end);
    }

    @Override
    public boolean trySend(SentValue value) {
        ChannelRecords.setNumber(value.bytes, value.number);
        return link.trySend(value.bytes, value);
    }

    @Override
    public synchronized void forget(ChannelEnd<?> end) {
        ends.remove(end.id(), end);
    }

    /** Returns the end of a channel there, of which this node has one. */
    ChannelEnd<?> sender(long id, String name) {
        ChannelEnd<?> end;
        boolean isOver;
        synchronized (this) {
            isOver = hasEnded;
            ChannelEnd<?> known = ends.get(id);
            if (known != null) {
                return known;
            }
            end = new ChannelEnd<>(host, this, id, name);
            if (!isOver) {
                ends.put(id, end);
            }
        }
        if (isOver) {
            end.gone(goneCause(), Reason.NODE_GONE);
        } else {
            end.announce(); // or an end that nobody uses would be kept for ever
            channels.leaveIfLeaving(end);
        }
        return end;
    }

    private Throwable goneCause() {
        return new RemoteFailureException(home(), home() + " is no member any more");
    }

    // What has come

    /** Reads a record about channels here; called by the link's listener. */
    public void toldByEnds(ByteBuffer record) {
        while (record.hasRemaining()) {
            EndState told = ChannelRecords.readEnd(record);
            ChannelHome<?> channel = channels.channel(told.channel());
            if (channel != null) {
                channel.heard(home(), told, toEnds::add);
            } else {
                new EndAccount(told.channel(), home(), toEnds::add).tell(HomeState.Mode.OVER, null);
            }
        }
    }

    /** Reads a record about ends here; called by the link's listener. */
    public void toldByChannels(ByteBuffer record) {
        while (record.hasRemaining()) {
            HomeState told = ChannelRecords.readHome(record);
            ChannelEnd<?> end = ends.get(told.channel());
            if (end != null) {
                end.heard(told);
            }
        }
    }

    /** An element has come; returns false if its channel isn't there. Called by the link's listener. */
    public boolean received(long id, long number, Object element) {
        ChannelHome<?> channel = channels.channel(id);
        if (channel == null) {
            return false;
        } else if (!channel.type().isInstance(element)) {
            throw new IllegalArgumentException("an element of channel " + channel.name() + " is a "
                    + channel.type().getName() + ", not a " + element.getClass().getName());
        }
        channel.received(home(), number, element);
        return true;
    }

    /** An element has come that can't be read, and is counted. */
    public void unreadable(long id, Throwable why) {
        ChannelHome<?> channel = channels.channel(id);
        if (channel != null) {
            channel.unreadable(home(), why);
        }
    }

    /** Returns the path of a channel of this node in losses: with its number if it isn't there any more. */
    public String path(long id) {
        ChannelHome<?> channel = channels.channel(id);
        return channel == null ? "/channel/#" + id : channel.path();
    }

    /** There is credit on the link. */
    public void creditGrew() {
        ends.values().forEach(ChannelEnd::creditGrew);
    }

    void forEachEnd(Consumer<ChannelEnd<?>> action) {
        ends.values().forEach(action);
    }

    boolean isBusy() {
        return ends.values().stream().anyMatch(ChannelEnd::isBusy);
    }

    /** That node is no member any more. */
    public void end() {
        end(goneCause(), Reason.NODE_GONE);
        channels.nodeGone(this);
    }

    void end(Throwable cause, Reason reason) {
        List<ChannelEnd<?>> all;
        synchronized (this) {
            hasEnded = true;
            all = List.copyOf(ends.values());
        }
        all.forEach(end -> end.gone(cause, reason));
    }
}
