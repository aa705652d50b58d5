package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.testing.TestDns;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DnsDiscoveryTest {
    private static final String NODES = "shop-nodes.example";
    private static final String SERVICES = "_cluster._tcp.shop-nodes.example";
    private static final NodeAddress SELF = new NodeAddress("10.0.0.1", 2551);

    private TestDns dns;

    @BeforeEach
    void start() throws IOException {
        dns = TestDns.start();
    }

    @AfterEach
    void end() throws IOException {
        dns.close();
    }

    private DnsDiscovery here(DnsDiscovery discovery) {
        return discovery.servers(List.of(dns.address()));
    }

    private DnsDiscovery addresses() {
        return here(DnsDiscovery.addresses(NODES, 2551));
    }

    private DnsDiscovery services() {
        return here(DnsDiscovery.services(SERVICES));
    }

    @Test
    void shouldFindANodeAtEachAddress() throws IOException {
        dns.set(NODES, "A", List.of("10.0.0.1", "10.0.0.2"));
        assertThat(addresses().find(SELF)).containsExactlyInAnyOrder(SELF, new NodeAddress("10.0.0.2", 2551));
    }

    @Test
    void shouldTakeTheKindOfAddressThatTheNodeHas() throws IOException {
        dns.set(NODES, "A", List.of("10.0.0.1"));
        dns.set(NODES, "AAAA", List.of("fd00::1", "fd00::2"));
        assertThat(addresses().find(new NodeAddress("fd00::1", 2551)))
                .containsExactlyInAnyOrder(new NodeAddress("fd00::1", 2551), new NodeAddress("fd00::2", 2551));
    }

    @Test
    void shouldFindHostsAndPortsOfServices() throws IOException {
        dns.set(SERVICES, "SRV", List.of("0 50 2551 Shop-0.example.", "0 50 2552 shop-1.example."));
        assertThat(services().find(new NodeAddress("shop-0.example", 2551)))
                .containsExactlyInAnyOrder(
                        new NodeAddress("shop-0.example", 2551), new NodeAddress("shop-1.example", 2552));
    }

    /** The answers may be kept for a minute. */
    @Test
    void shouldSeeEachChangeAtOnce() throws IOException {
        for (int nodes = 1; nodes <= 3; nodes++) {
            dns.set(
                    NODES,
                    "A",
                    IntStream.rangeClosed(1, nodes).mapToObj(i -> "10.0.0." + i).toList());
            assertThat(addresses().find(SELF)).hasSize(nodes);
        }
        dns.remove(NODES);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> addresses().find(SELF));
        dns.set(NODES, "A", List.of("10.0.0.9"));
        assertThat(addresses().find(SELF)).hasSize(1);
    }

    @Test
    void shouldTellThatThereIsNoSuchName() {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> addresses().find(SELF))
                .withMessage("DNS, addresses of 'shop-nodes.example', each with port 2551 at 127.0.0.1:"
                        + dns.address().getPort() + " has found nothing: there is no such name");
    }

    @Test
    void shouldTellThatANameHasNoRecord() {
        dns.set(NODES, "A", List.of());
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> addresses().find(SELF))
                .withMessageEndingWith("has found nothing: the name has no record of type A");
    }

    @ParameterizedTest
    @ValueSource(ints = {TestDns.SERVER_FAILURE, TestDns.REFUSED})
    void shouldTellThatAServerCant(int code) {
        dns.set(NODES, "A", List.of("10.0.0.1"));
        dns.fail(code);
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> addresses().find(SELF))
                .withMessageContainingAll(
                        "of type A of 'shop-nodes.example' couldn't be looked up", "127.0.0.1:", "code " + code);
    }

    @Test
    void shouldTellThatAServerIsSilentAndAskItAgain() throws IOException {
        dns.set(NODES, "A", List.of("10.0.0.1"));
        dns.beSilent(true);
        DnsDiscovery patient = addresses().timeout(Duration.ofMillis(50));
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> patient.find(SELF))
                .withMessageContaining(
                        "no answer from 127.0.0.1:" + dns.address().getPort());
        assertThat(dns.questions()).isEqualTo(2);
        dns.beSilent(false);
        assertThat(addresses().find(SELF)).containsExactly(SELF);
    }

    /** More than fits into a datagram. */
    @Test
    void shouldTakeLongAnswersByAConnection() throws IOException {
        dns.set(
                NODES,
                "A",
                IntStream.range(0, 3000)
                        .mapToObj(i -> "10.0." + i / 250 + "." + i % 250)
                        .toList());
        assertThat(addresses().find(SELF)).hasSize(3000).doesNotHaveDuplicates();
        assertThat(dns.connections()).isEqualTo(1);
    }

    @Test
    void shouldRefuseRecordsThatAreNoAddresses() {
        dns.set(SERVICES, "SRV", List.of("0 50 0 shop-0.example."));
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> services().find(SELF))
                .withMessageContainingAll(
                        "0 50 0 shop-0.example.",
                        "the port of a node that others reach must be from 1 to 65535, but is 0");
        dns.set(SERVICES, "SRV", List.of("0 0 2551 ."));
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> services().find(SELF))
                .withMessageContaining("the service isn't there");
    }

    @Test
    void shouldRefuseANodeWhoseHostIsANameAmongNumbers() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> addresses().find(new NodeAddress("shop-0", 2551)))
                .withMessage("the addresses of 'shop-nodes.example' are numbers, so the host of a node must be one,"
                        + " such as 10.1.2.3, but is 'shop-0'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a..b", ".a", "a/b", "\u00e4", "-a"})
    void shouldRefuseWhatIsNoName(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DnsDiscovery.services(name))
                .withMessageContaining("'" + name + "'");
    }

    @Test
    void shouldRefuseOtherBadOptions() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DnsDiscovery.services("a".repeat(63) + ".a".repeat(100)))
                .withMessageContaining("up to 253 letters");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DnsDiscovery.addresses(NODES, 0))
                .withMessageContaining("but is 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> addresses().servers(List.of()))
                .withMessage("there must be a server to ask");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> addresses().servers(List.of(InetSocketAddress.createUnresolved("dns.example", 53))))
                .withMessageContaining("dns.example");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> addresses().timeout(Duration.ZERO))
                .withMessageContaining("but is PT0S");
        for (long seconds : new long[] {Long.MAX_VALUE, Long.MIN_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> addresses().timeout(Duration.ofSeconds(seconds)))
                    .withMessageContaining("timeout must be");
        }
    }
}
