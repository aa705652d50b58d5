package dev.ropewalk.cluster.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.ropewalk.cluster.NodeAddress;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesDiscoveryTest {
    private static final NodeAddress SELF = new NodeAddress("10.0.0.1", 2551);
    private static final NodeAddress OTHER = new NodeAddress("10.0.0.2", 2551);

    @TempDir
    private Path account;

    private TestApi api;

    @BeforeEach
    void start() throws IOException {
        Files.writeString(account.resolve("namespace"), "shops\n");
        Files.writeString(account.resolve("token"), "a.b-c_d\n");
        api = new TestApi();
    }

    @AfterEach
    void end() {
        api.close();
    }

    private KubernetesDiscovery discovery() {
        return KubernetesDiscovery.pods("app=shop, tier in (one)")
                .account(account)
                .timeout(Duration.ofMinutes(1))
                .server(api.address("http"));
    }

    private void expectFailure(String... parts) {
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> discovery().find(SELF))
                .withMessageContainingAll(parts);
    }

    @Test
    void shouldFindThePodsOfItsNamespace() throws Exception {
        api.reply(
                200,
                TestApi.list(
                        TestApi.pod("shop-0", "Running", "10.0.0.1"), TestApi.pod("shop-1", "Pending", "10.0.0.2")));
        assertThat(discovery().find(SELF)).containsExactly(SELF, OTHER);
        assertThat(api.asked)
                .containsExactly(
                        "/api/v1/namespaces/shops/pods?limit=1000&labelSelector=app%3Dshop%2C+tier+in+%28one%29"
                                + " [Bearer a.b-c_d]");
        assertThat(discovery().namespace("others").find(SELF)).hasSize(2);
        assertThat(api.asked.getLast()).startsWith("/api/v1/namespaces/others/pods?");
    }

    @Test
    void shouldPassOverPodsThatHaveEndedOrHaveNoAddressYet() throws Exception {
        api.reply(
                200,
                TestApi.list(
                        TestApi.pod("shop-0", "Running", "10.0.0.1"),
                        TestApi.pod("shop-1", "Failed", "10.0.0.2"),
                        TestApi.pod("shop-2", "Succeeded", "10.0.0.3"),
                        TestApi.pod("shop-3", "Pending")));
        assertThat(discovery().find(SELF)).containsExactly(SELF);
    }

    @Test
    void shouldTakeTheKindOfAddressThatTheNodeHas() throws Exception {
        api.reply(
                200,
                TestApi.list(
                        TestApi.pod("shop-0", "Running", "10.0.0.1", "fd00::1"),
                        TestApi.pod("shop-1", "Running", "10.0.0.2", "fd00::2")));
        assertThat(discovery().find(new NodeAddress("fd00::1", 2551)))
                .containsExactly(new NodeAddress("fd00::1", 2551), new NodeAddress("fd00::2", 2551));
        assertThat(discovery().find(SELF)).containsExactly(SELF, OTHER);
    }

    @Test
    void shouldTakeThePortOfAName() throws Exception {
        api.reply(200, TestApi.list(TestApi.pod("shop-0", "Running", "10.0.0.1")));
        assertThat(discovery().portName("health").find(SELF)).containsExactly(new NodeAddress("10.0.0.1", 8080));
        assertThat(discovery().find(new NodeAddress("10.0.0.1", 7))).containsExactly(new NodeAddress("10.0.0.1", 7));
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> discovery().portName("clusters").find(SELF))
                .withMessageContainingAll("pod 'shop-0' has no port named 'clusters': its ports are {", "cluster=2551");
    }

    @Test
    void shouldSeeEachChangeAndEachNewToken() throws Exception {
        api.reply(200, TestApi.list(TestApi.pod("shop-0", "Running", "10.0.0.1")));
        assertThat(discovery().find(SELF)).hasSize(1);
        Files.writeString(account.resolve("token"), "next");
        api.reply(
                200,
                TestApi.list(
                        TestApi.pod("shop-0", "Running", "10.0.0.1"), TestApi.pod("shop-1", "Running", "10.0.0.2")));
        assertThat(discovery().find(SELF)).hasSize(2);
        assertThat(api.asked.getLast()).endsWith("[Bearer next]");
        Files.delete(account.resolve("token"));
        assertThat(discovery().find(SELF)).hasSize(2);
        assertThat(api.asked.getLast()).endsWith(" []");
    }

    @Test
    void shouldTellThatNoPodIsFound() {
        expectFailure(
                "Kubernetes, pods with 'app=shop, tier in (one)' has found no node: of the pods of namespace 'shops'"
                        + " it chooses 0, of which none runs and has an address");
        api.reply(200, TestApi.list(TestApi.pod("shop-3", "Pending")));
        expectFailure("it chooses 1, of which none runs and has an address: [shop-3 Pending []]");
    }

    @Test
    void shouldTellThatTheServerDoesNotKnowIt() {
        api.reply(401, "{\"kind\":\"Status\",\"status\":\"Failure\",\"message\":\"Unauthorized\",\"code\":401}");
        expectFailure("doesn't know this pod by its token (status 401): Unauthorized");
    }

    @Test
    void shouldTellThatItMayNot() {
        api.reply(
                403,
                "{\"kind\":\"Status\",\"message\":\"pods is forbidden: User \\\"system:serviceaccount:shops:default\\\"\"}");
        expectFailure(
                api.address("http") + " doesn't let this pod list the pods of namespace 'shops': its service account"
                        + " needs a role with the verb list for pods (status 403): pods is forbidden: User \"system:s");
    }

    @Test
    void shouldTellOtherRefusals() {
        api.reply(500, "etcd is down\nmore");
        expectFailure("hasn't listed the pods of namespace 'shops' (status 500): etcd is down");
        api.reply(404, "");
        expectFailure("hasn't listed the pods of namespace 'shops' (status 404)");
        api.reply(302, "x".repeat(100_000));
        expectFailure("(status 302): xxx", "... (100000 characters)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "no",
                "{",
                "{\"kind\":\"PodList\"",
                "{\"kind\":\"PodList\",\"items\":{}}",
                "{\"kind\":\"PodList\",\"items\":[7]}",
                "{\"kind\":\"PodList\",\"items\":[{\"status\":{\"podIP\":7}}]}",
                "{\"kind\":\"PodList\",\"items\":[{\"status\":{\"podIP\":\"shop.example\"}}]}",
                "{\"kind\":\"PodList\",\"items\":[{\"spec\":{\"containers\":[{\"ports\":[{\"containerPort\":\"x\"}]}]}}]}",
                "{\"kind\":\"PodList\",\"items\":[{\"spec\":{\"containers\":[{\"ports\":[{\"containerPort\":99999999999}]}]}}]}",
                "{\"kind\":\"PodList\",\"items\":[]} {}",
                "{\"kind\":\"Status\"}",
                "{\"items\":[]}"
            })
    void shouldTellThatAnAnswerIsNoListOfPods(String answer) {
        api.reply(200, answer);
        expectFailure("hasn't answered with a list of pods: ");
    }

    /** Any of its bytes may be another one, or the last ones may be missing. */
    @Test
    void shouldReadDamagedAnswersWithoutAnyOtherFailure() {
        byte[] sound = TestApi.list(
                        TestApi.pod("shop-0", "Running", "10.0.0.1", "fd00::1"), TestApi.pod("shop-1", "Pending"))
                .getBytes(StandardCharsets.UTF_8);
        var random = new SplittableRandom(1);
        for (int run = 0; run < 20_000; run++) {
            byte[] damaged = Arrays.copyOf(sound, random.nextInt(4) == 0 ? random.nextInt(sound.length) : sound.length);
            for (int i = random.nextInt(3); i >= 0 && damaged.length > 0; i--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            try {
                assertThat(PodReader.pods(damaged).pods()).hasSizeLessThan(10);
            } catch (IOException expected) {
                assertThat(expected.getMessage()).isNotEmpty();
            }
        }
    }

    @Test
    void shouldRefuseAnswersThatAreDeepOrLong() {
        api.reply(200, "{\"x\":" + "[".repeat(100_000));
        expectFailure("hasn't answered with a list of pods", "64");
        api.reply(
                200,
                TestApi.list(IntStream.range(0, 1001)
                        .mapToObj(i -> TestApi.pod("shop-" + i, "Running", "10.0." + i / 250 + "." + i % 250))
                        .toArray(String[]::new)));
        expectFailure("it has more than 1000 pods");
        api.reply(200, "{\"kind\":\"PodList\",\"metadata\":{\"continue\":\"abc\"},\"items\":[]}");
        expectFailure("chooses more than 1000 pods");
    }

    /** It never ends. */
    @Test
    void shouldNotReadMoreThanItTakes() {
        api.reply(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            byte[] block = " ".repeat(1 << 16).getBytes(StandardCharsets.US_ASCII);
            try (OutputStream body = exchange.getResponseBody()) {
                while (true) {
                    body.write(block);
                }
            }
        });
        expectFailure(api.address("http") + " couldn't be asked: ");
    }

    @Test
    void shouldNotWaitLongerThanItsTimeout() {
        var over = new CountDownLatch(1);
        api.reply(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            try {
                over.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(
                            () -> discovery().timeout(Duration.ofMillis(300)).find(SELF))
                    .withMessage(api.address("http") + " hasn't answered within PT0.3S");
        } finally {
            over.countDown();
        }
    }

    @Test
    void shouldTellThatNobodyIsThere() throws IOException {
        int port;
        try (var free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> discovery()
                        .server(URI.create("http://127.0.0.1:" + port))
                        .find(SELF))
                .withMessageStartingWith("http://127.0.0.1:" + port + " couldn't be asked: ");
    }

    @Test
    void shouldTrustTheAuthorityOfTheAccountOnly() throws Exception {
        SSLContext context = keys("server");
        var https = HttpsServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        https.setHttpsConfigurator(new HttpsConfigurator(context));
        try (var secure = new TestApi(https)) {
            secure.reply(200, TestApi.list(TestApi.pod("shop-0", "Running", "10.0.0.1")));
            KubernetesDiscovery discovery = discovery().server(secure.address("https"));
            assertThat(discovery.find(SELF)).containsExactly(SELF);
            keys("other");
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> discovery.find(SELF))
                    .withMessageStartingWith(secure.address("https") + " couldn't be asked: ");
            assertThat(secure.asked).hasSize(1);
            Files.writeString(account.resolve("ca.crt"), "no certificate");
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> discovery.find(SELF))
                    .withMessageContaining("ca.crt");
            Files.delete(account.resolve("ca.crt"));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> discovery.find(SELF))
                    .withMessage("the certificate of the API server can't be checked: there is no file "
                            + account.resolve("ca.crt"));
        }
    }

    /** Makes a key, and writes its certificate where the authority's is expected. */
    private SSLContext keys(String name) throws IOException, InterruptedException, GeneralSecurityException {
        char[] password = "changeit".toCharArray();
        Path store = account.resolve(name + ".p12");
        int code = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-validity",
                        "3",
                        "-storepass",
                        "changeit",
                        "-keystore",
                        store.toString())
                .redirectErrorStream(true)
                .redirectOutput(account.resolve("keytool.log").toFile())
                .start()
                .waitFor();
        assertThat(code).isZero();
        KeyStore keys = KeyStore.getInstance(store.toFile(), password);
        String text =
                Base64.getMimeEncoder().encodeToString(keys.getCertificate(name).getEncoded());
        Files.writeString(
                account.resolve("ca.crt"), "-----BEGIN CERTIFICATE-----\n" + text + "\n-----END CERTIFICATE-----\n");
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, password);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    @Test
    void shouldTellWhatItLacks() throws IOException {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> discovery().find(new NodeAddress("shop-0", 2551)))
                .withMessageContaining("status.podIP, but is 'shop-0'");
        Files.writeString(account.resolve("token"), "a\nb");
        expectFailure("token has no token");
        Files.writeString(account.resolve("token"), "x".repeat(70_000));
        expectFailure("has 70000 bytes, and at most 65536 are read");
        Files.delete(account.resolve("namespace"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> discovery().find(SELF))
                .withMessageContaining("the namespace of the pods isn't known: there is no file ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KubernetesDiscovery.ofEnvironment(null, "443"))
                .withMessageContaining("KUBERNETES_SERVICE_HOST=null and KUBERNETES_SERVICE_PORT=443");
        assertThat(KubernetesDiscovery.ofEnvironment("10.96.0.1", "443"))
                .isEqualTo(URI.create("https://10.96.0.1:443"));
        assertThat(KubernetesDiscovery.ofEnvironment("fd00::1", "443")).isEqualTo(URI.create("https://[fd00::1]:443"));
    }

    @Test
    void shouldRefuseBadOptions() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> KubernetesDiscovery.pods(" "))
                .withMessageContaining("but is ' '");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> discovery().namespace("../secrets"))
                .withMessageContaining("but is '../secrets'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> discovery().portName(""))
                .withMessageStartingWith("portName must be");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> discovery().timeout(Duration.ofHours(1)))
                .withMessageContaining("but is PT1H");
        for (long seconds : new long[] {Long.MAX_VALUE, Long.MIN_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> discovery().timeout(Duration.ofSeconds(seconds)))
                    .withMessageContaining("timeout must be");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://10.0.0.1:8001", "http://example.org", "ftp://127.0.0.1", "127.0.0.1", "https:///x"})
    void shouldSendItsTokenOnlyWhereOthersCannotReadIt(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> discovery().server(URI.create(address)))
                .withMessageContaining("but is " + address);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://api/clusters/1", "https://api?limit=1", "https://api:6443/#part"})
    void shouldRefuseAnAddressWhosePartsWouldBeLeftOut(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> discovery().server(URI.create(address)))
                .withMessage("the address of the API server must have no path, query or fragment, but is " + address);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://me:secret@api", "http://secret@127.0.0.1:8001", "https://me:secret@a_b"})
    void shouldRefuseAUserWithoutShowingIt(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> discovery().server(URI.create(address)))
                .withMessageContaining("must have no user or password")
                .withMessageNotContaining("secret");
    }

    @Test
    void shouldAskTheServerDirectlyWhateverProxyIsSet() throws Exception {
        api.reply(200, TestApi.list(TestApi.pod("shop-0", "Running", "10.0.0.1")));
        ProxySelector before = ProxySelector.getDefault();
        ProxySelector.setDefault(ProxySelector.of(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 1)));
        try {
            assertThat(discovery().find(SELF)).containsExactly(SELF);
        } finally {
            ProxySelector.setDefault(before);
        }
    }
}
