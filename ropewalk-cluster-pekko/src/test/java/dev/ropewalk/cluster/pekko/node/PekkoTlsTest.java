package dev.ropewalk.cluster.pekko.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.TlsCertificates;
import dev.ropewalk.cluster.pekko.tls.TestAuthority;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PekkoTlsTest {
    private static final ClusterOptions OPTIONS = TestNode.options("shop").plaintext(false);

    @TempDir
    private static Path folder;

    private static TestAuthority authority;
    private static TestAuthority other;

    @BeforeAll
    static void sign() throws IOException, InterruptedException {
        authority = new TestAuthority(folder, "ours");
        other = new TestAuthority(folder, "theirs");
        authority.sign("first", "EC", "ca");
        authority.sign("between", "EC", "ca", "-ext", "bc:c");
        authority.sign("second", "RSA", "between");
        other.sign("stranger", "EC", "ca");
    }

    @Test
    void shouldTalkWithNodesThatTheAuthorityKnows() throws Exception {
        try (var first = TestNode.start(OPTIONS.tls(authority.options("first")));
                var second = first.join(OPTIONS.tls(authority.options("second")))) {
            TestNode.awaitUp(first, second);
            assertThat(second.locate(3)).isEqualTo(first.locate(3));
            assertThat(first.engine.send(second.self(), new byte[1000])).isTrue();
            Await.until("it is there", () -> !second.frames.isEmpty());
        }
    }

    @Test
    void shouldNotTalkWithStrangers() throws Exception {
        try (var first = TestNode.start(OPTIONS.tls(authority.options("first")));
                var stranger = first.join(OPTIONS.tls(other.options("stranger")));
                var plain = first.join(OPTIONS.plaintext(true));
                var late = first.join(OPTIONS.tls(authority.options("second")))) {
            TestNode.awaitUp(first, late);
            PekkoMembersTest.awaitReport(
                    stranger, first.address() + " and this node don't accept each other's certificates: ");
            assertThat(stranger.members()).isEmpty();
            assertThat(plain.members()).isEmpty();
        }
    }

    @Test
    void shouldNotTalkWithoutACertificate() throws Exception {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (var file = Files.newInputStream(authority.authority())) {
            trusted.setCertificateEntry(
                    "authority", CertificateFactory.getInstance("X.509").generateCertificate(file));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLSv1.3");
        context.init(null, trust.getTrustManagers(), null);
        try (var node = TestNode.start(OPTIONS.tls(authority.options("first")));
                var socket = context.getSocketFactory()
                        .createSocket(node.self().host(), node.self().port())) {
            socket.setSoTimeout((int) TestNode.LONG.toMillis());
            assertThatThrownBy(() -> socket.getInputStream().read())
                    .isInstanceOf(IOException.class)
                    .isNotInstanceOf(SocketTimeoutException.class);
        }
    }

    /** It accepts the nodes of the cluster, which don't accept it: it trusts all, and is trusted by none. */
    @Test
    void shouldWantACertificateFromBothSides() throws Exception {
        Path both = folder.resolve("both.crt");
        Files.writeString(both, Files.readString(authority.authority()) + Files.readString(other.authority()));
        TlsCertificates own = other.options("stranger");
        TlsCertificates trusting = TlsCertificates.of(own.certificate(), own.privateKey(), both);
        try (var first = TestNode.start(OPTIONS.tls(authority.options("first")));
                var stranger = first.join(OPTIONS.tls(trusting));
                var late = first.join(OPTIONS.tls(authority.options("second")))) {
            TestNode.awaitUp(first, late);
            PekkoMembersTest.awaitReport(
                    stranger, first.address() + " and this node don't accept each other's certificates: ");
            assertThat(stranger.members()).isEmpty();
        }
    }

    @Test
    void shouldNotStartWithFilesThatAreMissing() {
        Path none = folder.resolve("none");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TestNode.start(OPTIONS.tls(TlsCertificates.of(none, none, none))))
                .withMessage("the certificate of a node can't be taken from " + none + ": there is no such file");
    }
}
