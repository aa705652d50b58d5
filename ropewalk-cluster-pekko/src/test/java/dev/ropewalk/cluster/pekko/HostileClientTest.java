package dev.ropewalk.cluster.pekko;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.TlsCertificates;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.pekko.tls.TestAuthority;
import dev.ropewalk.cluster.testkit.RecordingEngine;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who has no business at the port of a node: clients that repeat what they have heard, or send anything, and nodes of another cluster or with another's certificate. */
class HostileClientTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final EntityType<String, Command> TYPE = EntityType.of("till", String.class, Command.class);
    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Long.class)
            .registerSealed(Command.class, Map.of(Pay.class, 3, Sum.class, 4))
            .build();
    private static final int KEYS = 8;
    private static final int PAYMENTS = 50;

    private final RecordingEngine engine = new RecordingEngine(new PekkoEngineProvider());
    private final List<ActorSystem> systems = new ArrayList<>();
    private final List<Cluster> clusters = new ArrayList<>();
    private final List<Wiretap> taps = new ArrayList<>();
    private final Queue<MessageLoss> losses = new ConcurrentLinkedQueue<>();

    /** What was paid, by key; kept when entities move. */
    private final Map<String, Long> tills = new ConcurrentHashMap<>();

    private long paid;

    sealed interface Command {}

    record Pay(long amount) implements Command {}

    record Sum(ActorRef<Long> replyTo) implements Command {}

    private Cluster join(UnaryOperator<ClusterOptions> change) {
        ActorSystem system = ActorSystem.create("node-" + systems.size());
        systems.add(system);
        ClusterOptions options = ClusterOptions.defaults("shop", CODECS)
                .plaintext(true)
                .shards(KEYS)
                .stableAfter(Duration.ofSeconds(20)) // so that nodes which get no time for a while go on
                .seeds(
                        clusters.isEmpty()
                                ? List.of()
                                : List.of(clusters.getFirst().self().address()))
                .onLoss(losses::add);
        Cluster cluster = Cluster.join(system, change.apply(options), engine);
        clusters.add(cluster);
        cluster.host(TYPE, entity -> message -> {
            switch (message) {
                case Pay(long amount) -> tills.merge(entity.key(), amount, Long::sum);
                case Sum(ActorRef<Long> replyTo) -> replyTo.tell(tills.getOrDefault(entity.key(), 0L));
            }
        });
        return cluster;
    }

    private Wiretap tap() throws IOException {
        var tap = new Wiretap();
        taps.add(tap);
        return tap;
    }

    /** Joins behind a tap. */
    private Cluster join(Wiretap tap) {
        return join(options -> behind(tap, options));
    }

    private static ClusterOptions behind(Wiretap tap, ClusterOptions options) {
        return options.port(tap.port())
                .bindHost(tap.target().getHostString())
                .bindPort(tap.target().getPort());
    }

    private void pay(Cluster from) {
        for (int key = 0; key < KEYS; key++) {
            for (int i = 0; i < PAYMENTS; i++) {
                from.entity(TYPE, "till-" + key).tell(new Pay(1));
                paid++;
            }
        }
        Await.until(() -> paid + " are paid: " + tills + " " + losses, () -> sum() == paid, LONG);
    }

    private long sum() {
        return tills.values().stream().mapToLong(Long::longValue).sum();
    }

    /** An answer of each till is behind all that has come before. */
    private void assertNothingMoreIsPaid(Cluster asker) {
        Map<String, Long> answers = new HashMap<>();
        for (int key = 0; key < KEYS; key++) {
            String name = "till-" + key;
            answers.put(name, asker.entity(TYPE, name).<Long>ask(Sum::new, LONG).join());
        }
        assertThat(answers.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(paid);
        assertThat(losses).isEmpty();
    }

    private void assertBothGoOn(Cluster first, Cluster second) {
        pay(first);
        pay(second);
        assertThat(second.members()).hasSize(2);
    }

    /** Sends bytes to a node as a client does, and reads until it closes, unless it waits for more. */
    private static Socket send(Wiretap to, byte[] bytes) throws IOException {
        var socket = new Socket(to.target().getAddress(), to.target().getPort());
        try {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            out.flush();
        } catch (IOException refused) {
            // it has closed the connection meanwhile
        }
        return socket;
    }

    @AfterEach
    void close() throws IOException {
        clusters.reversed().forEach(cluster -> cluster.close(LONG));
        systems.forEach(system -> system.close(LONG));
        for (Wiretap tap : taps) {
            tap.close(); // nodes leave through it
        }
    }

    @Test
    void shouldHandleNothingTwiceOfWhatAClientRepeats() throws Exception {
        Wiretap tap = tap();
        Cluster first = join(options -> options);
        Cluster second = join(tap);
        pay(first);
        pay(second);
        Node from = first.self();
        int frames = engine.arrived(from, second.self()).size();
        List<byte[]> heard = tap.heard();
        List<Socket> clients = new ArrayList<>();
        for (byte[] bytes : heard) {
            clients.add(send(tap, bytes));
        }
        Await.until(
                () -> "what was repeated has come: " + frames + " frames, and "
                        + engine.arrived(from, second.self()).size() + " with those again",
                () -> engine.arrived(from, second.self()).size() >= 2 * frames,
                LONG);
        assertNothingMoreIsPaid(second);
        pay(first);
        pay(second);
        for (Socket client : clients) {
            client.close();
        }
    }

    @Test
    void shouldRefuseWhatWasForTheNodeBefore() throws Exception {
        Wiretap tap = tap();
        Cluster first = join(options -> options);
        Cluster second = join(tap);
        pay(first);
        int frames = engine.arrived(first.self(), second.self()).size();
        List<byte[]> heard = tap.heard();
        assertThat(second.close(LONG).isComplete()).isTrue();
        Cluster again = join(tap);
        pay(first);
        long before = again.stats().refusedFrames(); // what the first one had on its way when the second left
        List<Socket> clients = new ArrayList<>();
        for (byte[] bytes : heard) {
            clients.add(send(tap, bytes));
        }
        Await.until(
                () -> "it refuses " + frames + " frames: " + (again.stats().refusedFrames() - before),
                () -> again.stats().refusedFrames() >= before + frames,
                LONG);
        assertNothingMoreIsPaid(again);
        pay(first);
        pay(again);
        for (Socket client : clients) {
            client.close();
        }
    }

    @Test
    void shouldGoOnWhateverAClientSends() throws Exception {
        byte[] noise = new byte[1 << 20];
        new Random(1).nextBytes(noise);
        byte[] large = {'A', 'K', 'K', 'A', 1, -1, -1, -1, 0x7F, 0, 0};
        byte[] negative = {'A', 'K', 'K', 'A', 2, -1, -1, -1, -1, 0, 0};
        byte[] unknown = {'A', 'K', 'K', 'A', 77, 4, 0, 0, 0, 0, 0, 0, 0};
        Wiretap tap = tap();
        Cluster first = join(options -> options);
        Cluster second = join(tap);
        pay(first);
        List<Socket> clients = new ArrayList<>();
        for (byte[] bytes : List.of(
                noise, large, negative, unknown, "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII))) {
            clients.add(send(tap, bytes));
        }
        assertBothGoOn(first, second);
        for (Socket client : clients) {
            client.close();
        }
    }

    /** Only where nodes show certificates: whoever alters plain frames may pass for a node. */
    @Test
    void shouldGoOnWhateverAClientAlters(@TempDir Path folder) throws Exception {
        var authority = new TestAuthority(folder, "ours");
        authority.sign("node", "EC", "ca");
        TlsCertificates own = authority.options("node");
        Wiretap tap = tap();
        Cluster first = join(options -> options.plaintext(false).tls(own));
        Cluster second = join(options -> behind(tap, options.plaintext(false).tls(own)));
        pay(first);
        pay(second);
        var random = new Random(1);
        List<Socket> clients = new ArrayList<>();
        for (byte[] bytes : tap.heard()) {
            byte[] altered = bytes.clone();
            for (int at = random.nextInt(50); at < altered.length; at += 1 + random.nextInt(200)) {
                altered[at] ^= (byte) (1 << random.nextInt(8));
            }
            clients.add(send(tap, bytes));
            clients.add(send(tap, altered));
        }
        assertBothGoOn(first, second);
        for (Socket client : clients) {
            client.close();
        }
    }

    @Test
    void shouldNotBeJoinedByAnotherCluster() {
        Cluster first = join(options -> options);
        Cluster second = join(options -> options);
        pay(first);
        assertThatIllegalStateException()
                .isThrownBy(() -> join(options -> ClusterOptions.defaults("bank", CODECS)
                        .plaintext(true)
                        .seeds(options.seeds())
                        .joinTimeout(Duration.ofSeconds(2))))
                .withMessageContaining("the cluster 'bank' couldn't be joined by ")
                .withMessageContaining("of its seeds, " + first.self().address());
        assertThat(first.members()).hasSize(2);
        pay(second);
    }

    @Test
    void shouldNotBeJoinedWithTheCertificateOfAnotherAuthority(@TempDir Path folder) throws Exception {
        var ours = new TestAuthority(folder, "ours");
        var theirs = new TestAuthority(folder, "theirs");
        ours.sign("first", "EC", "ca");
        theirs.sign("stranger", "EC", "ca");
        TlsCertificates own = ours.options("first");
        TlsCertificates strange = theirs.options("stranger");
        Cluster first = join(options -> options.plaintext(false).tls(own));
        pay(first);
        assertThatIllegalStateException()
                .isThrownBy(() ->
                        join(options -> options.plaintext(false).tls(strange).joinTimeout(Duration.ofSeconds(2))))
                .withMessageContaining("the cluster 'shop' couldn't be joined by ");
        assertThatIllegalStateException()
                .isThrownBy(() -> join(options -> options.joinTimeout(Duration.ofSeconds(2))))
                .withMessageContaining("the cluster 'shop' couldn't be joined by ");
        assertThat(first.members()).hasSize(1);
        pay(first);
    }
}
