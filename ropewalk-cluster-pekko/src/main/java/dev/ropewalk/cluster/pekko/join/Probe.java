package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.NodeAddress;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/**
 * Connects to the address of a seed, to find out whether a process is there at all. It sends nothing that a node would take for a message.
 *
 * @param from where connections are made from, empty if the system decides that
 * @param tls the node's own certificates, empty in plain text
 */
record Probe(Optional<InetAddress> from, Optional<SSLContext> tls) {
    /** What the libraries of Linux, macOS and Windows say of a name that has no address. */
    private static final List<String> NO_ADDRESS =
            List.of("not known", "no address associated", "does not resolve", "no such host");

    private static final Finding SILENT = Finding.takes(
            "takes connections, but says nothing: it is paused, busy or cut off, or is no node of a cluster");

    private static final int CONNECT_MILLIS = 2000;
    private static final int TLS_MILLIS = 2000;
    private static final int VERDICT_MILLIS = 300;

    /**
     * Probes an address, and waits.
     *
     * @param patience milliseconds for the other side to close the connection, as what stands in front of a process does that isn't there
     * @param deep whether certificates are shown as well, where there are some
     * @param connected is called when a connection was taken, before it is known whether it stays open
     * @return empty if nothing new was found: the name had no address before, and the JVM repeats that from its memory, for ten seconds unless it is set otherwise
     */
    Optional<Finding> at(NodeAddress seed, int patience, boolean deep, Consumer<Finding> connected) {
        InetAddress[] addresses;
        try {
            addresses = InetAddress.getAllByName(seed.host());
        } catch (UnknownHostException e) {
            return unknownHost(seed, e);
        }
        Class<?> family = from.isPresent() ? from.get().getClass() : addresses[0].getClass();
        Finding found = Finding.unknown("has no address of the kind that this node connects from");
        for (InetAddress address : addresses) {
            if (address.getClass() != family) {
                continue; // Pekko connects to the first kind only
            }
            Finding finding = at(new InetSocketAddress(address, seed.port()), patience, deep, connected);
            if (finding.kind() != Finding.Kind.ABSENT) {
                return Optional.of(finding);
            }
            found = finding;
        }
        return Optional.of(found);
    }

    /** A name that there isn't has no process. One that can't be looked up for now may have one. */
    private static Optional<Finding> unknownHost(NodeAddress seed, UnknownHostException e) {
        String text = String.valueOf(e.getMessage());
        if (text.equals(seed.host())) {
            return Optional.empty();
        }
        String reason = text.toLowerCase(Locale.ROOT);
        return Optional.of(
                NO_ADDRESS.stream().anyMatch(reason::contains)
                        ? Finding.absent("has an unknown host: the name '" + seed.host() + "' has no address")
                        : Finding.unknown("can't be looked up for now: " + text));
    }

    private Finding at(InetSocketAddress address, int patience, boolean deep, Consumer<Finding> connected) {
        try (var socket = new Socket()) {
            if (from.isPresent()) {
                socket.bind(new InetSocketAddress(from.get(), 0));
            }
            socket.connect(address, CONNECT_MILLIS);
            connected.accept(Finding.takes("takes connections, and hasn't said anything yet"));
            socket.setSoTimeout(patience);
            return afterConnecting(socket, deep);
        } catch (ConnectException e) {
            String text = String.valueOf(e.getMessage());
            return text.toLowerCase(Locale.ROOT).contains("refused")
                    ? Finding.absent("refuses connections: no process listens there")
                    : unreachable(text);
        } catch (SocketTimeoutException e) {
            return unreachable("no connection within " + CONNECT_MILLIS + " ms");
        } catch (IOException e) {
            return unreachable(String.valueOf(e.getMessage()));
        }
    }

    private static Finding unreachable(String why) {
        return Finding.unknown("doesn't answer: its host is down, or the network between is cut (" + why + ")");
    }

    private Finding afterConnecting(Socket socket, boolean deep) {
        try {
            if (socket.getInputStream().read() >= 0) {
                return Finding.unknown("is no node of a cluster: it speaks first");
            }
        } catch (SocketTimeoutException e) {
            return deep && tls.isPresent() ? certificates(socket, tls.get()) : SILENT;
        } catch (IOException e) {
            // reset: as if it was closed
        }
        return Finding.absent("closes connections at once: no process is behind it");
    }

    private static Finding certificates(Socket socket, SSLContext context) {
        try (var secure = (SSLSocket) context.getSocketFactory().createSocket(socket, null, socket.getPort(), false)) {
            secure.setSoTimeout(TLS_MILLIS);
            secure.setEnabledProtocols(new String[] {"TLSv1.3"});
            secure.startHandshake();
            secure.setSoTimeout(VERDICT_MILLIS);
            int ignored = secure.getInputStream().read(); // its verdict comes after the handshake
            return SILENT;
        } catch (SocketTimeoutException e) {
            return SILENT;
        } catch (SSLException e) {
            return Finding.takes("and this node don't accept each other's certificates: " + e.getMessage());
        } catch (IOException e) {
            return Finding.takes("breaks connections that show certificates: " + e.getMessage());
        }
    }
}
