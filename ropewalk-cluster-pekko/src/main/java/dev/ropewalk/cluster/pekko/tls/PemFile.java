package dev.ropewalk.cluster.pekko.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A file in PEM form: what is between its marks. */
final class PemFile {
    private static final Pattern BLOCK =
            Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----", Pattern.DOTALL);

    private static final String ENCRYPTED = "ENCRYPTED PRIVATE KEY";

    /** Stands in front of an encrypted key in its old form. */
    private static final String OLD_ENCRYPTED = "Proc-Type:";

    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");

    private final String what;
    private final Path file;
    private final List<Block> blocks = new ArrayList<>();

    /** What stands between two marks. */
    private static final class Block {
        final String label;
        final byte[] bytes;

        Block(String label, byte[] bytes) {
            this.label = label;
            this.bytes = bytes;
        }
    }

    /**
     * Reads a file.
     *
     * @param what it has, for texts
     * @throws IllegalArgumentException if it can't be read
     */
    PemFile(String what, Path file) {
        this.what = what;
        this.file = file.toAbsolutePath();
        Matcher matcher = BLOCK.matcher(read());
        while (matcher.find()) {
            blocks.add(block(matcher.group(1), matcher.group(2)));
        }
        if (blocks.isEmpty()) {
            throw refused("it isn't in PEM form", null);
        }
    }

    private Block block(String label, String content) {
        if (content.contains(OLD_ENCRYPTED)) {
            return new Block(ENCRYPTED, new byte[0]);
        }
        try {
            return new Block(label, Base64.getMimeDecoder().decode(content));
        } catch (IllegalArgumentException e) {
            throw refused("what it has as " + label + " isn't in base 64", e);
        }
    }

    private String read() {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            throw refused("there is no such file", e);
        } catch (IOException e) {
            throw refused("it can't be read", e);
        }
    }

    /** Returns all certificates, in their order. */
    X509Certificate[] certificates() {
        List<X509Certificate> all = new ArrayList<>();
        for (Block block : blocks) {
            if (block.label.equals("CERTIFICATE")) {
                all.add(certificate(block.bytes));
            }
        }
        if (all.isEmpty()) {
            throw refused("there is no certificate in it", null);
        }
        return all.toArray(X509Certificate[]::new);
    }

    private X509Certificate certificate(byte[] bytes) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(bytes));
        } catch (CertificateException e) {
            throw refused("a certificate in it is malformed", e);
        }
    }

    /** Returns the private key. */
    PrivateKey privateKey() {
        for (Block block : blocks) {
            switch (block.label) {
                case "PRIVATE KEY" -> {
                    return privateKey(block.bytes);
                }
                case "RSA PRIVATE KEY" -> {
                    return privateKey(Der.wrapRsa(block.bytes));
                }
                case "EC PRIVATE KEY" -> {
                    return privateKey(wrapEc(block.bytes));
                }
                case ENCRYPTED -> throw refused("the private key in it is encrypted", null);
                default -> {} // such as the parameters of a curve
            }
        }
        throw refused("there is no private key in it", null);
    }

    private byte[] wrapEc(byte[] bytes) {
        try {
            return Der.wrapEc(bytes);
        } catch (IllegalArgumentException e) {
            throw refused("the private key in it is malformed: " + e.getMessage(), e);
        }
    }

    private PrivateKey privateKey(byte[] bytes) {
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
            } catch (InvalidKeySpecException another) {
                // it is of another algorithm
            } catch (GeneralSecurityException e) {
                throw refused("the private key in it can't be used", e);
            }
        }
        throw refused("the private key in it is malformed, or of none of the algorithms " + ALGORITHMS, null);
    }

    /** Returns what to throw if the file doesn't fit. */
    IllegalArgumentException refused(String why, @Nullable Throwable cause) {
        return new IllegalArgumentException(
                "the " + what + " of a node can't be taken from " + file + ": " + why, cause);
    }
}
