package dev.ropewalk.cluster.channel;

import dev.ropewalk.base.Failures;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.RemoteFailureException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What control records about channels have behind their kind, repeated:
 *
 * <pre>
 *  of an end      number of the channel | asks | returned | finished, 8 bytes each | 1 if it was closed, 1 byte | cause
 *  of a channel   number of the channel | granted | arrived | received | recalls, 8 bytes each | mode, 1 byte   | cause
 *
 *  cause          0
 *                 1 | length, host | port, 4 bytes | incarnation, 8 bytes | length, text
 * </pre>
 *
 * <p>Before an element stand the number of the channel and that of the element, 8 bytes each. Lengths are of 2 bytes without sign, texts in UTF-8. Whoever reads this throws {@link BufferUnderflowException} if there is less than that.
 */
final class ChannelRecords {
    private static final int MAX_TEXT = 4000;

    private ChannelRecords() {}

    /** Returns what stands before an element, without its number. */
    static byte[] head(byte kind, long channel) {
        return ByteBuffer.allocate(1 + 2 * Long.BYTES)
                .put(kind)
                .putLong(channel)
                .array();
    }

    /** Sets the number of an element. */
    static void setNumber(byte[] bytes, long number) {
        ByteBuffer.wrap(bytes).putLong(1 + Long.BYTES, number);
    }

    static byte[] of(EndState state, Node self) {
        byte[] cause = cause(state.failure(), self);
        return ByteBuffer.allocate(4 * Long.BYTES + 1 + cause.length)
                .putLong(state.channel())
                .putLong(state.asks())
                .putLong(state.returned())
                .putLong(state.finished())
                .put((byte) (state.isClosed() ? 1 : 0))
                .put(cause)
                .array();
    }

    static EndState readEnd(ByteBuffer from) {
        return new EndState(
                from.getLong(), from.getLong(), from.getLong(), from.getLong(), from.get() != 0, readCause(from));
    }

    static byte[] of(HomeState state, Node self) {
        byte[] cause = cause(state.cause(), self);
        return ByteBuffer.allocate(5 * Long.BYTES + 1 + cause.length)
                .putLong(state.channel())
                .putLong(state.granted())
                .putLong(state.arrived())
                .putLong(state.received())
                .putLong(state.recalls())
                .put(state.mode().code)
                .put(cause)
                .array();
    }

    static HomeState readHome(ByteBuffer from) {
        return new HomeState(
                from.getLong(),
                from.getLong(),
                from.getLong(),
                from.getLong(),
                from.getLong(),
                HomeState.Mode.of(from.get()),
                readCause(from));
    }

    private static byte[] cause(@Nullable Throwable cause, Node self) {
        if (cause == null) {
            return new byte[1];
        }
        Node node = cause instanceof RemoteFailureException remote ? remote.node() : self;
        String text =
                cause instanceof RemoteFailureException ? String.valueOf(cause.getMessage()) : Failures.text(cause);
        byte[] host = node.host().getBytes(StandardCharsets.UTF_8);
        byte[] words = text.substring(0, Math.min(text.length(), MAX_TEXT)).getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + 2 * Short.BYTES + host.length + Integer.BYTES + Long.BYTES + words.length)
                .put((byte) 1)
                .putShort((short) host.length)
                .put(host)
                .putInt(node.port())
                .putLong(node.incarnation())
                .putShort((short) words.length)
                .put(words)
                .array();
    }

    private static @Nullable Throwable readCause(ByteBuffer from) {
        if (from.get() == 0) {
            return null;
        }
        var node = new Node(readText(from), from.getInt(), from.getLong());
        return new RemoteFailureException(node, readText(from));
    }

    private static String readText(ByteBuffer from) {
        int length = Short.toUnsignedInt(from.getShort());
        if (length > from.remaining()) {
            throw new BufferUnderflowException();
        }
        String text = StandardCharsets.UTF_8
                .decode(from.slice(from.position(), length))
                .toString();
        from.position(from.position() + length);
        return text;
    }
}
