package dev.ropewalk.cluster.node;

import dev.ropewalk.cluster.codec.EncodingException;
import dev.ropewalk.cluster.reliable.Stamp;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What stands before a message on its way to another node, and what nodes tell each other beside messages.
 *
 * <pre>
 *  message to an entity   1 | length, name of the type | length, key as a frame | message as a frame
 *  message to an actor    2 | id of the actor there, 8 bytes                    | message as a frame
 *  question              13 | number of the question, 8 bytes                   | one of these
 *  message of a topic     5 | name of the topic, and its type: see room service | message as a frame
 *  element of a channel   4 | number of the channel there, 8 bytes | number of the element, 8 bytes | element as a frame
 *  reliable, to an entity 3 | length, name of the type | length, key as a frame | number of the sender, 8 bytes | {@link Stamp} | message as a frame, if it wasn't given up
 *
 *  came back              1 | the whole message to an entity
 *  flush                  2 | length, name of the type | number of the shard, 4 bytes
 *  flushed                3 | the same
 *  moved                  4 | number of the question, 8 bytes | length, name of the type | number of the shard, 4 bytes
 *  quiet                  5 | number of the question, 8 bytes
 *  all received          13 | number of the question, 8 bytes
 *  watches                6 | which actors are watched, and which aren't any more: see room watch
 *  ends                   7 | which actors have stopped: see there
 *  take                  15 | number of the question, 8 bytes | length, name of the type | number of the shard, 4 bytes
 *  states                16 | number of the question, 8 bytes | whether there are more, 1 byte | of each: length, key as a frame | length of 4 bytes, state as a frame
 *  failed                14 | number of the question, 8 bytes | how, 1 byte | length, text
 *  services               8 | which actors are registered, and which aren't any more: see room service
 *  topics                 9 | which topics have subscribers, and which haven't any more: see there
 *  types                 20 | which types the node takes part in, of each: length, name | length, role, empty if none
 *  leaves                21 | nothing: the node leaves, and owns no shards any more
 *  handled               10 | for each of some senders over there: its number, 8 bytes | messages before this number were handled, 8
 *                             | round to begin again after, -1 if none, 4 | token, 8
 *  thrown                11 | for each of some messages: number of the sender, 8 bytes | number of the message, 8 | length, what the entity has thrown
 *  type hashes           18 | of each registered type: its id, 4 bytes | hash of its shape, 8
 *  shapes                19 | of some types that the other node knows otherwise: id, 4 bytes | length, shape in words
 *  sending ends          12 | what sending ends here tell channels there: see room channel
 *  channels              17 | what channels here tell sending ends there: see there
 * </pre>
 *
 * <p>Lengths are of 2 bytes without sign. Whoever reads this throws {@link BufferUnderflowException} if there is less than that.
 */
final class Envelope {
    static final byte ENTITY = 1;
    static final byte ACTOR = 2;
    static final byte QUESTION = 13;
    static final byte TOPIC = 5;
    static final byte RELIABLE = 3;
    static final byte ELEMENT = 4;

    static final byte CAME_BACK = 1;
    static final byte FLUSH = 2;
    static final byte FLUSHED = 3;
    static final byte MOVED = 4;
    static final byte QUIET = 5;
    static final byte ALL_RECEIVED = 13;
    static final byte WATCHES = 6;
    static final byte ENDS = 7;
    static final byte FAILED = 14;
    static final byte SERVICES = 8;
    static final byte TOPICS = 9;
    static final byte TAKE = 15;
    static final byte STATES = 16;
    static final byte TYPES = 20;
    static final byte LEAVES = 21;
    static final byte HANDLED = 10;
    static final byte THROWN = 11;
    static final byte TYPE_HASHES = 18;
    static final byte SHAPES = 19;
    static final byte SENDING_ENDS = 12;
    static final byte CHANNELS = 17;

    private static final int MAX_LENGTH = 0xFFFF;

    private Envelope() {}

    /** Returns what stands before messages to an entity. */
    static byte[] toEntity(String type, byte[] key) {
        byte[] name = type.getBytes(StandardCharsets.UTF_8);
        ByteBuffer head = ByteBuffer.allocate(1 + 2 * Short.BYTES + name.length + checked(key.length, "a key"));
        put(head.put(ENTITY), name);
        put(head, key);
        return head.array();
    }

    /** Returns what stands before messages of a sender to an entity that are delivered at least once, with room for the stamp. */
    static byte[] reliably(byte[] toEntity, long sender) {
        return ByteBuffer.allocate(toEntity.length + Long.BYTES + Stamp.BYTES)
                .put(toEntity)
                .put(0, RELIABLE)
                .putLong(sender)
                .array();
    }

    /** Returns what stands before messages to an actor. */
    static byte[] toActor(long id) {
        return ByteBuffer.allocate(1 + Long.BYTES).put(ACTOR).putLong(id).array();
    }

    /** Returns what stands before a question. */
    static byte[] question(long number, byte[] head) {
        return ByteBuffer.allocate(1 + Long.BYTES + head.length)
                .put(QUESTION)
                .putLong(number)
                .put(head)
                .array();
    }

    /** Returns the number of the question that a message is; 0 if it is none. */
    static long questionOf(ByteBuffer whole) {
        int at = whole.position();
        return whole.remaining() > Long.BYTES && whole.get(at) == QUESTION ? whole.getLong(at + 1) : 0;
    }

    /** Reads the kind of a message, be it a question or not. */
    static byte readKind(ByteBuffer from) {
        byte kind = from.get();
        if (kind != QUESTION) {
            return kind;
        }
        from.getLong();
        return from.get();
    }

    /** Returns a record that says that a question has failed. */
    static byte[] failed(long question, byte how, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer failed = ByteBuffer.allocate(2 + Long.BYTES + Short.BYTES + bytes.length);
        put(failed.put(FAILED).putLong(question).put(how), bytes);
        return failed.array();
    }

    /** Returns a record that says that a message has come back. */
    static byte[] cameBack(ByteBuffer message) {
        return ByteBuffer.allocate(1 + message.remaining())
                .put(CAME_BACK)
                .put(message.duplicate())
                .array();
    }

    /** Returns a record about a shard. */
    static byte[] ofShard(byte kind, String type, int shard) {
        byte[] name = type.getBytes(StandardCharsets.UTF_8);
        ByteBuffer flush = ByteBuffer.allocate(1 + Short.BYTES + name.length + Integer.BYTES);
        put(flush.put(kind), name);
        return flush.putInt(shard).array();
    }

    /** Returns a question for states that were left with a shard. */
    static byte[] take(long question, String type, int shard) {
        return ofShard(TAKE, question, type, shard);
    }

    /** Returns states that were left, by their keys. */
    static byte[] states(long question, boolean hasMore, List<Map.Entry<ByteBuffer, byte[]>> states) {
        int size = 2 + Long.BYTES;
        for (Map.Entry<ByteBuffer, byte[]> state : states) {
            size += Short.BYTES + state.getKey().remaining() + Integer.BYTES + state.getValue().length;
        }
        ByteBuffer all = ByteBuffer.allocate(size).put(STATES).putLong(question).put((byte) (hasMore ? 1 : 0));
        for (Map.Entry<ByteBuffer, byte[]> state : states) {
            put(all, state.getKey().array());
            all.putInt(state.getValue().length).put(state.getValue());
        }
        return all.array();
    }

    /** Reads states to the end. */
    static Map<ByteBuffer, byte[]> readStates(ByteBuffer from) {
        Map<ByteBuffer, byte[]> states = new HashMap<>();
        while (from.hasRemaining()) {
            byte[] key = new byte[Short.toUnsignedInt(from.getShort())];
            from.get(key);
            int length = from.getInt();
            if (length < 0 || length > from.remaining()) {
                throw new BufferUnderflowException();
            }
            byte[] state = new byte[length];
            from.get(state);
            states.put(ByteBuffer.wrap(key), state);
        }
        return states;
    }

    /** Returns a question whether nothing is on its way to a shard any more. */
    static byte[] moved(long question, String type, int shard) {
        return ofShard(MOVED, question, type, shard);
    }

    private static byte[] ofShard(byte kind, long question, String type, int shard) {
        byte[] of = ofShard(kind, type, shard);
        return ByteBuffer.allocate(of.length + Long.BYTES)
                .put(kind)
                .putLong(question)
                .put(of, 1, of.length - 1)
                .array();
    }

    /** Returns a question whether all messages before it were received, or have come back. */
    static byte[] allReceived(long question) {
        return ofQuestion(ALL_RECEIVED, question);
    }

    /** Returns the answer to such questions. */
    static byte[] quiet(long question) {
        return ofQuestion(QUIET, question);
    }

    private static byte[] ofQuestion(byte kind, long question) {
        return ByteBuffer.allocate(1 + Long.BYTES).put(kind).putLong(question).array();
    }

    static void put(ByteBuffer target, byte[] bytes) {
        target.putShort((short) checked(bytes.length, "a name")).put(bytes);
    }

    private static int checked(int length, String what) {
        if (length > MAX_LENGTH) {
            throw new EncodingException(what + " of " + length + " bytes is longer than " + MAX_LENGTH + " bytes");
        }
        return length;
    }

    /** Reads the name of a type, or another text. */
    static String readName(ByteBuffer from) {
        ByteBuffer name = readPart(from);
        return StandardCharsets.UTF_8.decode(name).toString();
    }

    /** Reads a part with its length, and goes on behind it. */
    static ByteBuffer readPart(ByteBuffer from) {
        int length = Short.toUnsignedInt(from.getShort());
        if (length > from.remaining()) {
            throw new BufferUnderflowException();
        }
        ByteBuffer part = from.slice(from.position(), length);
        from.position(from.position() + length);
        return part;
    }
}
