package dev.ropewalk.testing;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A server of the DNS on the loopback network, at a free port, for datagrams and connections. Any thread may tell it what it answers. Its answers may be kept for a minute, which shows who keeps them. */
public final class TestDns implements AutoCloseable {
    /** The code of an answer: the server has failed. */
    public static final int SERVER_FAILURE = 2;

    /** The code of an answer: the server doesn't want to. */
    public static final int REFUSED = 5;

    private static final int NO_SUCH_NAME = 3;
    private static final int HEADER = 12;
    private static final int MAX_DATAGRAM = 512;
    private static final int TRUNCATED = 0x0200;
    private static final int TTL = 60;
    private static final Map<Integer, String> TYPES = Map.of(1, "A", 28, "AAAA", 33, "SRV");

    private final Map<String, Map<String, List<String>>> names = new ConcurrentHashMap<>();
    private final AtomicInteger questions = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private final ServerSocket listener;
    private final DatagramSocket datagrams;
    private volatile int failure;
    private volatile boolean silent;

    private TestDns(ServerSocket listener, DatagramSocket datagrams) {
        this.listener = listener;
        this.datagrams = datagrams;
    }

    /** Starts one that knows no name. */
    public static TestDns start() throws IOException {
        InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
        var listener = new ServerSocket(0, 50, loopback);
        var dns = new TestDns(listener, new DatagramSocket(listener.getLocalPort(), loopback));
        Thread.ofPlatform().daemon().name("dns datagrams").start(dns::serveDatagrams);
        Thread.ofPlatform().daemon().name("dns connections").start(dns::serveConnections);
        return dns;
    }

    /** Returns where it is asked. */
    public InetSocketAddress address() {
        return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
    }

    /**
     * Sets the records of a name.
     *
     * @param type {@code A}, {@code AAAA}, or {@code SRV}, whose texts are those of a zone file
     */
    public void set(String name, String type, List<String> texts) {
        names.computeIfAbsent(name.toLowerCase(Locale.ROOT), added -> new ConcurrentHashMap<>())
                .put(type, List.copyOf(texts));
    }

    /** Forgets a name. */
    public void remove(String name) {
        names.remove(name.toLowerCase(Locale.ROOT));
    }

    /** Has it answer with a code; 0 is none. */
    public void fail(int code) {
        failure = code;
    }

    /** Has it take questions, and answer none. */
    public void beSilent(boolean value) {
        silent = value;
    }

    /** Returns how many questions have come. */
    public int questions() {
        return questions.get();
    }

    /** Returns how many of them have come by connections. */
    public int connections() {
        return connections.get();
    }

    private void serveDatagrams() {
        var packet = new DatagramPacket(new byte[MAX_DATAGRAM], MAX_DATAGRAM);
        try {
            while (true) {
                packet.setLength(MAX_DATAGRAM);
                datagrams.receive(packet);
                byte[] answer = answer(ByteBuffer.wrap(packet.getData(), 0, packet.getLength()), MAX_DATAGRAM);
                if (answer.length > 0) {
                    datagrams.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
                }
            }
        } catch (IOException closed) {
            // it has ended
        }
    }

    private void serveConnections() {
        try {
            while (true) {
                try (Socket socket = listener.accept()) {
                    connections.incrementAndGet();
                    var in = new DataInputStream(socket.getInputStream());
                    byte[] answer = answer(ByteBuffer.wrap(in.readNBytes(in.readUnsignedShort())), 0xFFFF);
                    var out = new DataOutputStream(socket.getOutputStream());
                    out.writeShort(answer.length);
                    out.write(answer);
                }
            }
        } catch (IOException closed) {
            // it has ended
        }
    }

    /** Returns an answer; nothing if there is none. */
    private byte[] answer(ByteBuffer question, int limit) throws IOException {
        questions.incrementAndGet();
        if (silent) {
            return new byte[0];
        }
        int id = question.getShort() & 0xFFFF;
        question.position(HEADER);
        String name = readName(question);
        int type = question.getShort() & 0xFFFF;
        int end = question.position() + 2;
        Map<String, List<String>> known = names.get(name);
        List<String> texts = known == null ? List.of() : known.getOrDefault(TYPES.getOrDefault(type, ""), List.of());
        var records = new ByteArrayOutputStream();
        for (String text : texts) {
            writeRecord(new DataOutputStream(records), type, text);
        }
        boolean fits = HEADER + end + records.size() <= limit && failure == 0;
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.writeShort(id);
        int code = failure != 0 ? failure : known == null ? NO_SUCH_NAME : 0;
        out.writeShort(0x8180 | code | (fits || failure != 0 ? 0 : TRUNCATED));
        out.writeShort(1);
        out.writeShort(fits ? texts.size() : 0);
        out.writeInt(0);
        out.write(question.array(), question.arrayOffset() + HEADER, end - HEADER);
        if (fits) {
            records.writeTo(out);
        }
        return bytes.toByteArray();
    }

    private static String readName(ByteBuffer from) {
        var name = new StringBuilder();
        for (int length = from.get(); length > 0; length = from.get()) {
            byte[] label = new byte[length];
            from.get(label);
            name.append(name.isEmpty() ? "" : ".").append(new String(label, StandardCharsets.US_ASCII));
        }
        return name.toString().toLowerCase(Locale.ROOT);
    }

    private static void writeRecord(DataOutputStream out, int type, String text) throws IOException {
        byte[] data = "SRV".equals(TYPES.get(type))
                ? service(text)
                : InetAddress.ofLiteral(text).getAddress();
        out.writeShort(0xC000 | HEADER); // the name of the question
        out.writeShort(type);
        out.writeShort(1);
        out.writeInt(TTL);
        out.writeShort(data.length);
        out.write(data);
    }

    private static byte[] service(String text) throws IOException {
        String[] words = text.split(" ", -1);
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        for (int i = 0; i < 3; i++) {
            out.writeShort(Integer.parseInt(words[i]));
        }
        for (String label : words[3].split("\\.", -1)) {
            out.writeByte(label.length());
            out.writeBytes(label); // the last one is empty, and ends the name
        }
        return bytes.toByteArray();
    }

    @Override
    public void close() throws IOException {
        datagrams.close();
        listener.close();
    }
}
