package dev.ropewalk.cluster.pekko.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.cluster.TlsCertificates;
import dev.ropewalk.testing.CapturedLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CertificatesTest {
    /** The number of the curve P-256, as the parameters of a key. */
    private static final byte[] P256 = HexFormat.of().parseHex("a00a06082a8648ce3d030107");

    @TempDir
    private static Path folder;

    private static TestAuthority authority;
    private static TestAuthority other;

    @BeforeAll
    static void sign() throws IOException, InterruptedException {
        authority = new TestAuthority(folder, "ours");
        other = new TestAuthority(folder, "theirs");
        authority.sign("rsa", "RSA", "ca", "-keysize", "2048");
        authority.sign("ec", "EC", "ca", "-groupname", "secp256r1");
        authority.sign("ed25519", "Ed25519", "ca");
        authority.sign("between", "EC", "ca", "-ext", "bc:c");
        authority.sign("behind", "EC", "between");
        authority.sign("expired", "EC", "ca", "-startdate", "-10d");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rsa", "ec", "ed25519", "behind"})
    void shouldReadKeysOfAllKinds(String alias) throws Exception {
        var certificates = new Certificates(authority.options(alias));
        assertThat(certificates.createServerSSLEngine("localhost", 1).getNeedClientAuth())
                .isTrue();
        assertThat(certificates.createClientSSLEngine("localhost", 1).getEnabledProtocols())
                .containsExactly("TLSv1.3");
    }

    @Test
    void shouldReadKeysInOlderForms() throws Exception {
        byte[] rsa = authority.pkcs8("rsa");
        Path pkcs1 = authority.write(
                "pkcs1.key", TestAuthority.pem("RSA PRIVATE KEY", Arrays.copyOfRange(rsa, 26, rsa.length)));
        byte[] sec1 = withCurve(authority.pkcs8("ec"));
        Path ec = authority.write(
                "sec1.key",
                TestAuthority.pem("EC PARAMETERS", Arrays.copyOfRange(P256, 2, P256.length))
                        + TestAuthority.pem("EC PRIVATE KEY", sec1));
        assertThatCode(() -> new Certificates(with("rsa", pkcs1))).doesNotThrowAnyException();
        assertThatCode(() -> new Certificates(with("ec", ec))).doesNotThrowAnyException();
    }

    /** Returns a key as SEC 1 has it, with the curve, of one as PKCS #8 has it. */
    private static byte[] withCurve(byte[] pkcs8) {
        int at = HexFormat.of().formatHex(pkcs8).indexOf("0201010420") / 2 + 5;
        byte[] key = Arrays.copyOfRange(pkcs8, at, at + 32);
        var sec1 = new ByteArrayOutputStream();
        sec1.writeBytes(HexFormat.of().parseHex("3031" + "020101" + "0420"));
        sec1.writeBytes(key);
        sec1.writeBytes(P256);
        return sec1.toByteArray();
    }

    @Test
    void shouldSayWhatIsWrongWithAFile() throws Exception {
        Path key = authority.key("ec");
        Path certificate = authority.certificate("ec");
        refuses(with("ec", folder.resolve("none.key")), "private key", "there is no such file");
        refuses(with("ec", folder), "private key", "it can't be read");
        refuses(with("ec", authority.write("empty.key", "")), "private key", "it isn't in PEM form");
        refuses(with("ec", certificate), "private key", "there is no private key in it");
        refuses(
                with("ec", authority.write("encrypted.key", TestAuthority.pem("ENCRYPTED PRIVATE KEY", new byte[9]))),
                "private key",
                "the private key in it is encrypted");
        String oldForm = """
                -----BEGIN RSA PRIVATE KEY-----
                Proc-Type: 4,ENCRYPTED
                DEK-Info: AES-256-CBC,00112233445566778899AABBCCDDEEFF

                AAAAAAAAAAAAAAAA
                -----END RSA PRIVATE KEY-----
                """;
        refuses(with("ec", authority.write("old.key", oldForm)), "private key", "the private key in it is encrypted");
        refuses(
                with("ec", authority.write("bad.key", TestAuthority.pem("PRIVATE KEY", new byte[9]))),
                "private key",
                "the private key in it is malformed");
        for (int length = 0; length < 20; length++) {
            refuses(
                    with("ec", authority.write("cut.key", TestAuthority.pem("EC PRIVATE KEY", new byte[length]))),
                    "private key",
                    "the private key in it is malformed");
        }
        refuses(with("ec", authority.key("rsa")), "private key", "it doesn't belong to the certificate in");
        refuses(with("rsa", key), "private key", "it doesn't belong to the certificate in");
        refuses(TlsCertificates.of(key, key, authority.authority()), "certificate", "there is no certificate in it");
        refuses(TlsCertificates.of(certificate, key, key), "authority", "there is no certificate in it");
        refuses(
                TlsCertificates.of(
                        certificate, key, authority.write("bad.crt", TestAuthority.pem("CERTIFICATE", new byte[9]))),
                "authority",
                "a certificate in it is malformed");
        refuses(TlsCertificates.of(certificate, key, other.authority()), "certificate", "wouldn't accept it");
    }

    @Test
    void shouldSayThatACertificateHasExpired() throws Exception {
        refuses(authority.options("expired"), "certificate", "CertificateExpiredException: NotAfter: ");
    }

    @Test
    void shouldReadFilesAgain() throws Exception {
        TlsCertificates files = authority.options("ec");
        Path certificate = authority.write("changing.crt", Files.readString(files.certificate()));
        Path key = authority.write("changing.key", Files.readString(files.privateKey()));
        var options = new TlsCertificates(certificate, key, files.authority(), Duration.ofSeconds(1));
        var now = new AtomicLong();
        var certificates = new Certificates(options, now::get);
        SSLContext first = certificates.context();
        Files.writeString(key, Files.readString(authority.key("rsa")));
        assertThat(certificates.context()).as("what was read isn't old").isSameAs(first);
        try (var log = new CapturedLog("dev.ropewalk.cluster.pekko")) {
            now.addAndGet(Duration.ofSeconds(1).toNanos());
            assertThat(certificates.context())
                    .as("the files don't fit together")
                    .isSameAs(first);
            assertThat(log.messages("certificates weren't read again")).hasSize(1);
        }
        Files.writeString(certificate, Files.readString(authority.certificate("rsa")));
        assertThat(certificates.context()).as("it was tried just now").isSameAs(first);
        now.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(certificates.context()).isNotSameAs(first);
    }

    @Test
    void shouldNeverReadFilesAgainIfThatIsFarAway() throws Exception {
        TlsCertificates files = authority.options("ec");
        var options = new TlsCertificates(
                files.certificate(), files.privateKey(), files.authority(), Duration.ofSeconds(Long.MAX_VALUE));
        var now = new AtomicLong();
        var certificates = new Certificates(options, now::get);
        SSLContext first = certificates.context();
        now.addAndGet(Duration.ofDays(10_000).toNanos());

        assertThat(certificates.context()).isSameAs(first);
    }

    private static TlsCertificates with(String alias, Path key) throws IOException, GeneralSecurityException {
        return TlsCertificates.of(authority.certificate(alias), key, authority.authority());
    }

    private static void refuses(TlsCertificates options, String what, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Certificates(options))
                .withMessageContaining("the " + what + " of a node can't be taken from ")
                .withMessageContaining(why);
    }
}
