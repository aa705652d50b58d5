package dev.ropewalk.cluster.kubernetes;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * The files that Kubernetes gives a pod. They are read whenever they are needed, since tokens are replaced.
 *
 * @param folder where they are
 */
record ServiceAccount(Path folder) {
    private static final int MAX_TOKEN = 1 << 16;

    /** Returns the namespace of the pod. */
    String namespace() throws IOException {
        return read("namespace")
                .orElseThrow(
                        () -> new IllegalArgumentException("the namespace of the pods isn't known: there is no file "
                                + folder.resolve("namespace") + "; namespace(...) sets it"));
    }

    /** Returns what the pod shows the server; empty if there is none. */
    Optional<String> token() throws IOException {
        Optional<String> token = read("token");
        if (token.filter(text -> text.isEmpty() || !text.chars().allMatch(c -> c > ' ' && c < 0x7F))
                .isPresent()) {
            throw new IOException(folder.resolve("token") + " has no token: it is empty, or has what no token has");
        }
        return token;
    }

    private Optional<String> read(String name) throws IOException {
        Path file = folder.resolve(name);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        if (Files.size(file) > MAX_TOKEN) {
            throw new IOException(file + " has " + Files.size(file) + " bytes, and at most " + MAX_TOKEN + " are read");
        }
        return Optional.of(Files.readString(file).strip());
    }

    /** Returns what trusts the servers of this Kubernetes only. */
    SSLContext trust() throws IOException {
        Path file = folder.resolve("ca.crt");
        if (!Files.exists(file)) {
            throw new IllegalArgumentException(
                    "the certificate of the API server can't be checked: there is no file " + file);
        }
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int count = 0;
            for (Certificate authority : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("ca-" + count++, authority);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " has no certificates: " + e.getMessage(), e);
        }
    }
}
