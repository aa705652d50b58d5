package dev.ropewalk.cluster.pekko.tls;

import dev.ropewalk.cluster.TlsCertificates;
import dev.ropewalk.cluster.pekko.log.EngineLogger;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.apache.pekko.remote.artery.tcp.SSLEngineProvider;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * The certificates of a node, for Pekko's connections: TLS 1.3, on which both sides show a certificate. The files are read again when what was read is
 * old, by the connection that needs it next. If they don't fit together then, what was read before goes on, since a tool may be about to
 * write them.
 *
 * <p>Pekko's own provider sends none of the certificates that lead to the authority's, reads one authority only, and wants that both sides have a name in common.
 */
public final class Certificates implements SSLEngineProvider {
    private static final String PROTOCOL = "TLSv1.3";
    private static final char[] PASSWORD = "in memory only".toCharArray();

    private final TlsCertificates options;

    private final LongSupplier clock;
    private SSLContext context;
    private long readAt;

    /**
     * Reads the files.
     *
     * @throws IllegalArgumentException if one can't be read, or they don't fit together
     */
    public Certificates(TlsCertificates options) {
        this(options, System::nanoTime);
    }

    Certificates(TlsCertificates options, LongSupplier clock) {
        this.options = options;
        this.clock = clock;
        context = read(options);
        readAt = clock.getAsLong();
    }

    /** Returns what connections are made with. */
    public synchronized SSLContext context() {
        long now = clock.getAsLong();
        if (now - readAt >= TimeUnit.NANOSECONDS.convert(options.reloadAfter())) {
            readAt = now;
            try {
                context = read(options);
            } catch (IllegalArgumentException e) {
                EngineLogger.LOG.log(
                        Level.WARNING,
                        "certificates weren't read again, those from before are used: " + e.getMessage());
            }
        }
        return context;
    }

    private static SSLContext read(TlsCertificates options) {
        var certificateFile = new PemFile("certificate", options.certificate());
        var keyFile = new PemFile("private key", options.privateKey());
        var authorityFile = new PemFile("authority", options.authority());
        X509Certificate[] chain = certificateFile.certificates();
        PrivateKey key = keyFile.privateKey();
        X509Certificate[] authorities = authorityFile.certificates();
        try {
            if (!belongTogether(key, chain[0])) {
                throw keyFile.refused("it doesn't belong to the certificate in " + options.certificate(), null);
            }
            X509TrustManager trust = trust(authorities);
            try {
                trust.checkServerTrusted(chain, "UNKNOWN");
                trust.checkClientTrusted(chain, "UNKNOWN");
            } catch (CertificateException e) {
                throw certificateFile.refused(
                        "nodes with the authority in " + options.authority() + " wouldn't accept it: " + withRoot(e),
                        e);
            }
            SSLContext context = SSLContext.getInstance(PROTOCOL);
            context.init(keyManagers(key, chain).getKeyManagers(), new TrustManager[] {trust}, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw certificateFile.refused("it can't be used", e);
        }
    }

    /** Returns what has failed, and what is behind it: that a certificate has expired, and when, is said there only. */
    private static String withRoot(Throwable failure) {
        Throwable root = failure;
        for (Throwable cause = root.getCause(); cause != null; cause = root.getCause()) {
            root = cause;
        }
        return failure.getMessage() + (root.equals(failure) ? "" : ": " + root);
    }

    private static boolean belongTogether(PrivateKey key, X509Certificate certificate) throws GeneralSecurityException {
        @Nullable
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            case "EdDSA", "Ed25519", "Ed448" -> "EdDSA";
            default -> null;
        };
        if (algorithm == null) {
            return true; // the first connection will tell
        }
        try {
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(key);
            signing.update(certificate.getEncoded());
            Signature verifying = Signature.getInstance(algorithm);
            verifying.initVerify(certificate.getPublicKey());
            verifying.update(certificate.getEncoded());
            return verifying.verify(signing.sign());
        } catch (InvalidKeyException | SignatureException e) {
            return false; // of another algorithm or size
        }
    }

    private static X509TrustManager trust(X509Certificate[] authorities) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (int i = 0; i < authorities.length; i++) {
            store.setCertificateEntry("authority" + i, authorities[i]);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return (X509TrustManager) factory.getTrustManagers()[0];
    }

    private static KeyManagerFactory keyManagers(PrivateKey key, X509Certificate[] chain)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("node", key, PASSWORD, chain);
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, PASSWORD);
        return factory;
    }

    @Override
    public SSLEngine createServerSSLEngine(String hostname, int port) {
        SSLEngine engine = engine(hostname, port);
        engine.setUseClientMode(false);
        engine.setNeedClientAuth(true);
        return engine;
    }

    @Override
    public SSLEngine createClientSSLEngine(String hostname, int port) {
        SSLEngine engine = engine(hostname, port);
        engine.setUseClientMode(true);
        return engine;
    }

    private SSLEngine engine(String hostname, int port) {
        SSLEngine engine = context().createSSLEngine(hostname, port);
        engine.setEnabledProtocols(new String[] {PROTOCOL});
        return engine;
    }

    @Override
    public Option<Throwable> verifyClientSession(String hostname, SSLSession session) {
        return Option.empty();
    }

    @Override
    public Option<Throwable> verifyServerSession(String hostname, SSLSession session) {
        return Option.empty();
    }
}
