package dev.ropewalk.cluster.pekko.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.SplitBrain;
import dev.ropewalk.cluster.TlsCertificates;
import dev.ropewalk.cluster.pekko.FreePorts;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PekkoOptionsTest {
    private static final ClusterOptions OPTIONS = TestNode.options("options");

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.0.0.2", "localhost", "::1"})
    void shouldHaveTheAddressThatIsSet(String host) {
        try (var first = TestNode.start(OPTIONS.host(host));
                var second = first.join(OPTIONS.host(host))) {
            TestNode.awaitUp(first, second);
            assertThat(first.self().host()).isEqualTo(host);
            assertThat(first.locate(0)).isIn(first.self(), second.self());
            assertThat(second.engine.send(first.self(), new byte[1])).isTrue();
            Await.until("it is there", () -> !first.frames.isEmpty());
            assertThat(first.frames.remove().from()).isEqualTo(second.self());
        }
    }

    static List<SplitBrain> splitBrains() {
        return List.of(
                SplitBrain.keepMajority(), SplitBrain.keepOldest(), SplitBrain.staticQuorum(1), SplitBrain.downAll());
    }

    @ParameterizedTest
    @MethodSource("splitBrains")
    void shouldTakeAllWaysToDecideASplit(SplitBrain splitBrain) {
        try (var node = TestNode.start(OPTIONS.splitBrain(splitBrain).stableAfter(Duration.ofMillis(500)))) {
            TestNode.awaitUp(node);
        }
    }

    @Test
    void shouldTakeTimesOfAnyLength() {
        Duration ages = Duration.ofSeconds(Long.MAX_VALUE);
        try (var node = TestNode.start(OPTIONS.handOffTimeout(ages).stableAfter(ages))) {
            TestNode.awaitUp(node);
            assertThat(node.locateAll()).containsOnly(node.self());
            TestNode.get(node.engine.leave(TestNode.LONG));
        }
    }

    @Test
    void shouldWantCertificatesOrPlainText() {
        refuses(OPTIONS.plaintext(false), "a cluster needs certificates");
        refuses(
                OPTIONS.tls(TlsCertificates.of(Path.of("a"), Path.of("b"), Path.of("c"))),
                "a cluster has certificates, or is in plain text");
    }

    @Test
    void shouldHavePlainTextOnTheLoopbackNetworkOnly() {
        refuses(
                OPTIONS.host("192.0.2.7"),
                "plain text is for addresses of the loopback network only, but 192.0.2.7 is 192.0.2.7");
    }

    @Test
    void shouldWantSeedsWhereOtherMachinesReachIt() {
        refuses(
                OPTIONS.plaintext(false)
                        .tls(TlsCertificates.of(Path.of("a"), Path.of("b"), Path.of("c")))
                        .host("192.0.2.7"),
                "a node at 192.0.2.7 needs seeds or a discovery: without, it would be a cluster of its own");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::"})
    void shouldWantAnAddressThatReachesIt(String host) {
        refuses(OPTIONS.host(host), host);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void shouldWantAHost(String blank) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OPTIONS.host(blank))
                .withMessage("host is blank: '" + blank + "'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OPTIONS.bindHost(blank))
                .withMessage("bindHost is blank: '" + blank + "'");
    }

    @Test
    void shouldWantAHostThatExists() {
        refuses(OPTIONS.host("no.such.host.invalid"), "the host of a node is unknown: 'no.such.host.invalid'");
    }

    /** It is an address of the loopback network to the system, as a name with an underscore may be. */
    @Test
    void shouldWantAHostThatAddressesCanHave() {
        refuses(
                OPTIONS.host("127.1"),
                "the host of a node must be one that an address in the form of a URI can have, but is '127.1'");
        checkThatNothingRuns();
    }

    @Test
    void shouldRefuseAPortThatIsTaken() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            refuses(
                    OPTIONS.port(taken.getLocalPort()),
                    "a node can't have the address 127.0.0.1:" + taken.getLocalPort());
        }
        checkThatNothingRuns();
    }

    @Test
    void shouldLeaveNothingBehindIfPekkoCannotBind() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ClusterOptions late = OPTIONS.port(taken.getLocalPort());
            assertThatThrownBy(() -> PekkoEngine.createSystem(late, Optional.empty()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("a node can't have the address 127.0.0.1:" + taken.getLocalPort());
        }
        checkThatNothingRuns();
    }

    /** Parts of Pekko can't be started by a thread that is interrupted. */
    @Test
    void shouldNotJoinByAThreadThatIsInterrupted() {
        ClusterOptions options = OPTIONS.seeds(List.of(new NodeAddress("127.0.0.1", FreePorts.next()))); // nobody's
        try (var actors = ActorSystem.create("shop")) {
            Thread.currentThread().interrupt();
            Throwable thrown = catchThrowable(() -> Cluster.join(actors, options));
            assertThat(Thread.interrupted()).isTrue();
            assertThat(thrown)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("its thread was interrupted");
        }
        checkThatNothingRuns();
    }

    @Test
    void shouldLeaveNothingBehindAfterItsEnd() {
        try (var node = TestNode.start(OPTIONS)) {
            TestNode.awaitUp(node);
            assertThat(node.locateAll()).containsOnly(node.self());
            assertThat(threads()).isNotEmpty().allMatch(Thread::isDaemon);
            TestNode.get(node.engine.leave(TestNode.LONG));
        }
        checkThatNothingRuns();
    }

    /** The file application.conf of this module's tests would make it a program without a cluster, which ends its JVM. */
    @Test
    void shouldNotReadTheConfigurationOfTheProgram() {
        assertThat(PekkoOptionsTest.class.getResource("/application.conf")).isNotNull();
        System.setProperty("pekko.actor.creation-timeout", "1 ms");
        ConfigFactory.invalidateCaches();
        try (var node = TestNode.start(OPTIONS)) {
            Config config = node.engine.system().settings().config();
            assertThat(config.getString("pekko.actor.provider")).isEqualTo("cluster");
            assertThat(config.getBoolean("pekko.coordinated-shutdown.exit-jvm")).isFalse();
            assertThat(config.getString("pekko.actor.creation-timeout")).isEqualTo("20s");
        } finally {
            System.clearProperty("pekko.actor.creation-timeout");
            ConfigFactory.invalidateCaches();
        }
    }

    @Test
    void shouldHaveAnyNumberOfNodesInAProgram() {
        try (var one = TestNode.start(OPTIONS);
                var two = TestNode.start(OPTIONS.seeds(
                        List.of(new NodeAddress("127.0.0.1", one.self().port()))))) {
            TestNode.awaitUp(one, two);
        }
    }

    @Test
    void shouldListenElsewhereThanOthersReachIt() throws IOException {
        int advertised = FreePorts.next();
        int bound = FreePorts.next();
        try (var node =
                TestNode.start(OPTIONS.port(advertised).bindHost("127.0.0.2").bindPort(bound))) {
            TestNode.awaitUp(node);
            assertThat(node.address()).isEqualTo(new NodeAddress("127.0.0.1", advertised));
            new Socket(InetAddress.getByName("127.0.0.2"), bound).close();
            assertThatExceptionOfType(ConnectException.class)
                    .isThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), advertised).close());
        }
    }

    @Test
    void shouldConnectFromWhereItListens() throws IOException {
        try (var seed = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
                var node = TestNode.start(OPTIONS.bindHost("127.0.0.3")
                        .seeds(List.of(new NodeAddress("127.0.0.1", seed.getLocalPort()))))) {
            seed.setSoTimeout((int) TestNode.LONG.toMillis());
            try (Socket connection = seed.accept()) {
                assertThat(connection.getInetAddress().getHostAddress()).isEqualTo("127.0.0.3");
            }
            assertThat(node.address().host()).isEqualTo("127.0.0.1");
        }
    }

    @Test
    void shouldListenInPlainTextOnTheLoopbackNetworkOnly() {
        refuses(
                OPTIONS.bindHost("0.0.0.0"),
                "plain text is for addresses of the loopback network only, but 0.0.0.0 is 0.0.0.0");
    }

    @Test
    void shouldRefuseABindAddressThatIsTaken() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.2"))) {
            refuses(
                    OPTIONS.bindHost("127.0.0.2").bindPort(taken.getLocalPort()),
                    "a node can't have the address 127.0.0.2:" + taken.getLocalPort());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 65536})
    void shouldRefuseAPortToListenAtThatThereIsNot(int port) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> OPTIONS.bindPort(port))
                .withMessage("bindPort must be from 1 to 65535, but is " + port);
    }

    private static void refuses(ClusterOptions options, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TestNode.start(options))
                .withMessageContaining(message);
    }

    private static void checkThatNothingRuns() {
        Await.until(
                () -> "no thread is left, but there are " + threads(),
                () -> threads().isEmpty(),
                TestNode.LONG);
    }

    /** Returns the threads of the nodes of this test. */
    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("options-"))
                .toList();
    }
}
