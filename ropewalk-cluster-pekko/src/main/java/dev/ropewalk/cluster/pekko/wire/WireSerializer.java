package dev.ropewalk.cluster.pekko.wire;

import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.NodeAddress;
import java.io.NotSerializableException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.pekko.serialization.ByteBufferSerializer;
import org.apache.pekko.serialization.SerializerWithStringManifest;

/**
 * Writes all of {@link Wire}, in little endian. The layouts are:
 *
 * <pre>
 *  F  Frame     from: 8, to: 8, then the frame
 *  L  Locate    shard: 4
 *  O  Located   incarnation: 8, port: 4, then the host in UTF-8
 *  T  TakesPart from: 8, to: 8, whether it hosts: 1, then the type in UTF-8
 *  E  Heard     as TakesPart
 *  K  Knock     stamp: 8, standing: 1, then the options in UTF-8, each as name=value and a line feed
 *  A  Answer    as Knock
 *  D  Leaves    from: 8
 *  S  Stranger  in UTF-8, as the options of Knock: asked.host, asked.port, cluster, host, port
 * </pre>
 */
public final class WireSerializer extends SerializerWithStringManifest implements ByteBufferSerializer {
    /** Fixed for ever: nodes of several versions talk to each other. */
    private static final int IDENTIFIER = 0x0072_7765;

    private static final String FRAME = "F";
    private static final String LOCATE = "L";
    private static final String LOCATED = "O";
    private static final String TAKES_PART = "T";
    private static final String HEARD = "E";
    private static final String KNOCK = "K";
    private static final String ANSWER = "A";
    private static final String LEAVES = "D";
    private static final String STRANGER = "S";
    private static final int INCARNATIONS = 2 * Long.BYTES;
    private static final int HEAD_OF_PART = INCARNATIONS + 1;
    private static final int HEAD_OF_KNOCK = Long.BYTES + 1;

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
            case TakesPart _ -> TAKES_PART;
            case Heard _ -> HEARD;
            case Knock _ -> KNOCK;
            case Answer _ -> ANSWER;
            case Leaves _ -> LEAVES;
            case Stranger _ -> STRANGER;
        };
    }

    @Override
    public byte[] toBinary(Object message) {
        var bytes = new byte[size((Wire) message)];
        toBinary(message, ByteBuffer.wrap(bytes));
        return bytes;
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
            case TakesPart takes -> writePart(to, takes.from(), takes.to(), takes.part());
            case Heard heard -> writePart(to, heard.from(), heard.to(), heard.part());
            case Knock knock -> writeStanding(to, knock.stamp(), knock.standing(), knock.options());
            case Answer answer -> writeStanding(to, answer.stamp(), answer.standing(), answer.options());
            case Leaves leaves -> to.putLong(leaves.from());
            case Stranger stranger -> to.put(textOf(stranger));
        }
    }

    private static int size(Wire message) {
        return switch (message) {
            case Frame frame -> INCARNATIONS + frame.bytes().length;
            case Locate _ -> Integer.BYTES;
            case Located located -> Long.BYTES + Integer.BYTES + hostOf(located).length;
            case TakesPart takes -> HEAD_OF_PART + utf8(takes.part().type()).length;
            case Heard heard -> HEAD_OF_PART + utf8(heard.part().type()).length;
            case Knock knock -> HEAD_OF_KNOCK + textOf(knock.options()).length;
            case Answer answer -> HEAD_OF_KNOCK + textOf(answer.options()).length;
            case Leaves _ -> Long.BYTES;
            case Stranger stranger -> textOf(stranger).length;
        };
    }

    private static byte[] hostOf(Located located) {
        return utf8(located.owner().host());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void writePart(ByteBuffer to, long sender, long receiver, Part part) {
        to.putLong(sender).putLong(receiver).put((byte) (part.hosts() ? 1 : 0)).put(utf8(part.type()));
    }

    private static void writeStanding(ByteBuffer to, long stamp, Standing standing, Map<String, String> options) {
        to.putLong(stamp).put(standing.code).put(textOf(options));
    }

    private static byte[] textOf(Map<String, String> options) {
        var text = new StringBuilder();
        options.forEach(
                (name, value) -> text.append(name).append('=').append(value).append('\n'));
        return utf8(text.toString());
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
                case TAKES_PART -> new TakesPart(from.getLong(), from.getLong(), readPart(from));
                case HEARD -> new Heard(from.getLong(), from.getLong(), readPart(from));
                case KNOCK -> new Knock(from.getLong(), readStanding(from), readOptions(from));
                case LEAVES -> new Leaves(from.getLong());
                case STRANGER -> readStranger(readOptions(from));
                case ANSWER -> new Answer(from.getLong(), readStanding(from), readOptions(from));
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
        return new Located(new Node(restAsText(from), port, incarnation));
    }

    private static Part readPart(ByteBuffer from) {
        byte hosts = from.get();
        if (hosts != 0 && hosts != 1) {
            throw new IllegalArgumentException("whether a node hosts must be 0 or 1, but is " + hosts);
        }
        return new Part(restAsText(from), hosts == 1);
    }

    private static byte[] textOf(Stranger stranger) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("asked.host", stranger.asked().host());
        fields.put("asked.port", Integer.toString(stranger.asked().port()));
        fields.put("cluster", stranger.cluster());
        fields.put("host", stranger.address().host());
        fields.put("port", Integer.toString(stranger.address().port()));
        return textOf(fields);
    }

    private static Stranger readStranger(Map<String, String> fields) {
        return new Stranger(
                new NodeAddress(field(fields, "asked.host"), Integer.parseInt(field(fields, "asked.port"))),
                field(fields, "cluster"),
                new NodeAddress(field(fields, "host"), Integer.parseInt(field(fields, "port"))));
    }

    private static String field(Map<String, String> fields, String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException("there is no " + name + " in " + fields);
        }
        return value;
    }

    private static Standing readStanding(ByteBuffer from) {
        return Standing.of(from.get());
    }

    private static Map<String, String> readOptions(ByteBuffer from) {
        Map<String, String> options = new LinkedHashMap<>();
        restAsText(from).lines().forEach(line -> {
            int end = line.indexOf('=');
            if (end < 0) {
                throw new IllegalArgumentException("an option has no value: " + line);
            }
            options.put(line.substring(0, end), line.substring(end + 1));
        });
        return Collections.unmodifiableMap(options);
    }

    private static String restAsText(ByteBuffer from) {
        return new String(rest(from), StandardCharsets.UTF_8);
    }

    private static byte[] rest(ByteBuffer from) {
        var bytes = new byte[from.remaining()];
        from.get(bytes);
        return bytes;
    }
}
