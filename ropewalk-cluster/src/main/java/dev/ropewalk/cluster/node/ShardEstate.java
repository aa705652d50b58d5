package dev.ropewalk.cluster.node;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.codec.EncodingException;
import dev.ropewalk.cluster.codec.MalformedFrameException;
import dev.ropewalk.cluster.entity.Estate;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The states that go with a shard, as frames: those that have come with it, until an entity is made with each, and those that are left when it goes. */
final class ShardEstate<K> implements Estate<K> {
    private static final byte[] NO_HEAD = new byte[0];
    private static final LimitedLog LOG =
            new LimitedLog(new SafeLog("dev.ropewalk.cluster", ShardEstate.class), "hand-over of entities");

    private final HandOvers handOvers;
    private final Encoders encoders;
    private final CodecRegistry codecs;
    private final EntityType<K, ?> type;
    private final HandOvers.ShardId shard;
    private final Class<?> stateType;
    private final int maxBytes;
    private final Map<ByteBuffer, byte[]> states = new ConcurrentHashMap<>();
    private final CompletableFuture<@Nullable Void> arrived = new CompletableFuture<>();

    /** Whether the next owner begins. */
    private volatile boolean hasEnded;

    ShardEstate(
            HandOvers handOvers,
            Encoders encoders,
            CodecRegistry codecs,
            EntityType<K, ?> type,
            int shard,
            Class<?> stateType,
            int maxBytes) {
        this.handOvers = handOvers;
        this.encoders = encoders;
        this.codecs = codecs;
        this.type = type;
        this.shard = new HandOvers.ShardId(type.name(), shard);
        this.stateType = stateType;
        this.maxBytes = maxBytes;
    }

    HandOvers.ShardId shard() {
        return shard;
    }

    /** A state has come. */
    void put(ByteBuffer key, byte[] state) {
        states.put(key, state);
    }

    /** Nothing more will come. */
    void complete() {
        arrived.complete(null);
    }

    @Override
    public CompletableFuture<?> arrived() {
        return arrived;
    }

    private ByteBuffer frameOf(K key) {
        return ByteBuffer.wrap(encoders.encode(NO_HEAD, key));
    }

    @Override
    public @Nullable Object state(K key) {
        ByteBuffer frame = frameOf(key);
        byte[] state = states.get(frame);
        if (state == null) {
            return null;
        }
        boolean isRead = false;
        try {
            Object read = codecs.decode(ByteBuffer.wrap(state), stateType);
            isRead = true;
            return read;
        } catch (MalformedFrameException unreadable) {
            warn(key, "can't be read: " + unreadable, unreadable);
            return null;
        } finally {
            if (!isRead) { // an error of a codec is one of the entity, which begins anew without
                remove(frame);
                handOvers.lost(shard, frame);
            }
        }
    }

    @Override
    public void taken(K key) {
        if (!states.isEmpty()) {
            remove(frameOf(key));
        }
    }

    private void remove(ByteBuffer frame) {
        byte[] state = states.remove(frame);
        handOvers.release(state == null ? 0 : state.length);
    }

    @Override
    public void leave(K key, Object state) {
        try {
            ByteBuffer keyFrame = frameOf(key);
            byte[] frame = encoders.encode(NO_HEAD, state);
            if (hasEnded) {
                lose(key, state, "has come after handOffTimeout", null);
            } else if (!stateType.isInstance(state)) {
                lose(key, state, "is of " + state.getClass().getName() + ", not of " + stateType.getName(), null);
            } else if (frame.length > maxBytes) {
                lose(key, state, "has " + frame.length + " bytes, but may have " + maxBytes, null);
            } else if (!handOvers.reserve(frame.length)) {
                lose(key, state, "doesn't fit into what this node may keep for others", null);
            } else {
                byte[] before = states.put(keyFrame, frame);
                handOvers.release(before == null ? 0 : before.length);
            }
        } catch (EncodingException e) {
            lose(key, state, "can't be written: " + e, e);
        }
    }

    @Override
    public void lost(K key) {
        handOvers.lost(shard, frameOf(key));
    }

    private void lose(K key, Object state, String what, @Nullable Throwable thrown) {
        warn(key, what, thrown);
        handOvers.lost("/" + type.name() + "/" + key, state);
    }

    private void warn(K key, String what, @Nullable Throwable thrown) {
        String text = "the state of /" + type.name() + "/" + key + " " + what + ": it isn't handed over";
        if (thrown == null) {
            LOG.log(Level.WARNING, () -> text);
        } else {
            LOG.log(Level.WARNING, () -> text, thrown);
        }
    }

    @Override
    public void pass() {
        Map<ByteBuffer, byte[]> left = takeBut(List.of());
        if (hasEnded) {
            handOvers.drop(shard, left);
        } else {
            handOvers.keep(shard, left);
        }
    }

    @Override
    public void passBut(Collection<? extends K> living) {
        List<ByteBuffer> frames = new ArrayList<>();
        living.forEach(key -> frames.add(frameOf(key)));
        handOvers.keep(shard, takeBut(frames));
    }

    /** Takes the states out but for some, which alone may change meanwhile. */
    private synchronized Map<ByteBuffer, byte[]> takeBut(List<ByteBuffer> some) {
        Map<ByteBuffer, byte[]> left = new HashMap<>(states);
        some.forEach(left::remove);
        left.keySet().forEach(states::remove);
        return left;
    }

    @Override
    public void end() {
        hasEnded = true;
        handOvers.drop(shard, takeBut(List.of()));
    }
}
