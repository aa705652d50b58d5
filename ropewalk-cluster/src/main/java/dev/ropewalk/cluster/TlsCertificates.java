package dev.ropewalk.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * Certificates by which nodes know each other: each shows its own, and accepts those that the authority has signed, whatever names are in them. So the authority is to be one for the nodes of the cluster alone. The files are in PEM
 * form, as cert-manager of Kubernetes writes them, and are read again when they are this old: certificates may be changed while nodes run.
 *
 * @param certificate file with the node's certificate, and those that lead from it to the authority's
 * @param privateKey file with the node's private key, not encrypted
 * @param authority file with the certificate of the authority
 * @param reloadAfter how old what was read may be
 */
public record TlsCertificates(Path certificate, Path privateKey, Path authority, Duration reloadAfter) {
    /** Checks them. */
    public TlsCertificates {
        Objects.requireNonNull(certificate, "certificate");
        Objects.requireNonNull(privateKey, "privateKey");
        Objects.requireNonNull(authority, "authority");
        if (Objects.requireNonNull(reloadAfter, "reloadAfter").compareTo(Duration.ofSeconds(1)) < 0) {
            throw new IllegalArgumentException("reloadAfter must be at least a second, but is " + reloadAfter);
        }
    }

    /** Returns certificates of these files, which are read again after five minutes. */
    public static TlsCertificates of(Path certificate, Path privateKey, Path authority) {
        return new TlsCertificates(certificate, privateKey, authority, Duration.ofMinutes(5));
    }
}
