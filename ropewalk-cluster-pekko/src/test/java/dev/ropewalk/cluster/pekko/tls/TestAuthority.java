package dev.ropewalk.cluster.pekko.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.TlsCertificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** An authority of a test, which signs certificates of nodes. The JDK's keytool makes them, in a store; files in PEM form are written from that. */
public final class TestAuthority {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private final Path folder;
    private final Path store;

    /** Makes an authority, whose files are in a folder. */
    public TestAuthority(Path folder, String name) throws IOException, InterruptedException {
        this.folder = folder;
        store = folder.resolve(name + ".p12");
        make("ca", "EC", "-ext", "bc:c");
    }

    /** Signs a certificate for a key, by the authority or by another certificate of it. */
    public void sign(String alias, String algorithm, String signer, String... more)
            throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("-signer", signer));
        arguments.addAll(List.of(more));
        make(alias, algorithm, arguments.toArray(String[]::new));
    }

    private void make(String alias, String algorithm, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                algorithm,
                "-dname",
                "CN=" + alias + " of " + store.getFileName(),
                "-validity",
                "3",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                store.toString()));
        command.addAll(List.of(more));
        Path log = folder.resolve("keytool.log");
        int code = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        assertThat(code).as(() -> "keytool: " + read(log)).isZero();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Returns options with a node's certificate, and those that lead to the authority's. */
    public TlsCertificates options(String alias) throws IOException, GeneralSecurityException {
        return TlsCertificates.of(certificate(alias), key(alias), authority());
    }

    /** Writes the certificates of a node, without the authority's. */
    public Path certificate(String alias) throws IOException, GeneralSecurityException {
        Certificate[] chain = load().getCertificateChain(alias);
        var text = new StringBuilder();
        for (int i = 0; i < chain.length - 1; i++) {
            text.append(pem("CERTIFICATE", chain[i].getEncoded()));
        }
        return write(alias + ".crt", text.toString());
    }

    /** Writes the key of a node. */
    public Path key(String alias) throws IOException, GeneralSecurityException {
        return write(alias + ".key", pem("PRIVATE KEY", pkcs8(alias)));
    }

    byte[] pkcs8(String alias) throws IOException, GeneralSecurityException {
        return load().getKey(alias, PASSWORD).getEncoded();
    }

    /** Writes the certificate of the authority. */
    public Path authority() throws IOException, GeneralSecurityException {
        return write("ca.crt", pem("CERTIFICATE", load().getCertificate("ca").getEncoded()));
    }

    Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(store.getFileName() + "." + name), text);
    }

    static String pem(String label, byte[] bytes) {
        return "-----BEGIN " + label + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes) + "\n-----END " + label
                + "-----\n";
    }

    private KeyStore load() throws IOException, GeneralSecurityException {
        return KeyStore.getInstance(store.toFile(), PASSWORD);
    }
}
