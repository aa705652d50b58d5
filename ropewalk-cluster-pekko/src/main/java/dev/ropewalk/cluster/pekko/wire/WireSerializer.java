package dev.ropewalk.cluster.pekko.wire;

import dev.ropewalk.cluster.Node;
import java.io.NotSerializableException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.apache.pekko.serialization.ByteBufferSerializer;
import org.apache.pekko.serialization.SerializerWithStringManifest;

/**
 * Writes all of {@link Wire}, in little endian. The layouts are:
 *
 * <pre>
 *  F  Frame     from: 8, to: 8, then the frame
 *  L  Locate    shard: 4
 *  O  Located   incarnation: 8, port: 4, then the host in UTF-8
 * </pre>
 */
public final class WireSerializer extends SerializerWithStringManifest implements ByteBufferSerializer {
    /** Fixed for ever: nodes of several versions talk to each other. */
    private static final int IDENTIFIER = 0x0072_7765;

    private static final String FRAME = "F";
    private static final String LOCATE = "L";
    private static final String LOCATED = "O";
    private static final int HEAD_OF_FRAME = 2 * Long.BYTES;

    @Override
    public int identifier() {
        return IDENTIFIER;
    }

    @Override
    public String manifest(Object message) {
        return switch ((Wire) message) {
            case Frame _ -> FRAME;
            case Locate _ -> LOCATE;
            case Located _ -> LOCATED;
        };
    }

    @Override
    public byte[] toBinary(Object message) {
        var bytes = new byte[size((Wire) message)];
        toBinary(message, ByteBuffer.wrap(bytes));
        return bytes;
    }

    private static int size(Wire message) {
        return switch (message) {
            case Frame frame -> HEAD_OF_FRAME + frame.bytes().length;
            case Locate _ -> Integer.BYTES;
            case Located located -> Long.BYTES + Integer.BYTES + hostOf(located).length;
        };
    }

    @Override
    public void toBinary(Object message, ByteBuffer to) {
        to.order(ByteOrder.LITTLE_ENDIAN);
        switch ((Wire) message) {
            case Frame frame -> to.putLong(frame.from()).putLong(frame.to()).put(frame.bytes());
            case Locate locate -> to.putInt(locate.shard());
            case Located located ->
                to.putLong(located.owner().incarnation())
                        .putInt(located.owner().port())
                        .put(hostOf(located));
        }
    }

    private static byte[] hostOf(Located located) {
        return located.owner().host().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Object fromBinary(byte[] bytes, String manifest) throws NotSerializableException {
        return fromBinary(ByteBuffer.wrap(bytes), manifest);
    }

    @Override
    public Object fromBinary(ByteBuffer from, String manifest) throws NotSerializableException {
        from.order(ByteOrder.LITTLE_ENDIAN);
        try {
            return switch (manifest) {
                case FRAME -> new Frame(from.getLong(), from.getLong(), rest(from));
                case LOCATE -> new Locate(from.getInt());
                case LOCATED -> readLocated(from);
                default -> throw new NotSerializableException("no message of a cluster has the manifest " + manifest);
            };
        } catch (BufferUnderflowException | IllegalArgumentException malformed) {
            var refused = new NotSerializableException("a malformed message with the manifest " + manifest);
            refused.initCause(malformed);
            throw refused;
        }
    }

    private static Located readLocated(ByteBuffer from) {
        long incarnation = from.getLong();
        int port = from.getInt();
        return new Located(new Node(new String(rest(from), StandardCharsets.UTF_8), port, incarnation));
    }

    private static byte[] rest(ByteBuffer from) {
        var bytes = new byte[from.remaining()];
        from.get(bytes);
        return bytes;
    }
}
