package dev.ropewalk.demo.proxy;

import dev.ropewalk.cluster.NodeAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * A proxy before each node, and an address of its own behind it: node 1 listens at 127.0.0.2, node 2 at 127.0.0.3, and so on. From there it connects to the proxies of the others.
 */
public final class Proxies implements AutoCloseable {
    /** The most nodes, for which there are addresses. */
    public static final int MAX_NODES = 200;

    private final Cuts cuts = new Cuts();
    private final List<Proxy> proxies = new ArrayList<>();

    /**
     * Opens the proxies of nodes 1 to a number.
     *
     * @throws IOException if this machine doesn't have so many addresses of the loopback network
     */
    public Proxies(int nodes) throws IOException {
        boolean isComplete = false;
        try {
            for (int node = 1; node <= nodes; node++) {
                proxies.add(new Proxy(node, freeAddress(node), cuts, Proxies::nodeAt));
            }
            isComplete = true;
        } finally {
            if (!isComplete) {
                close();
            }
        }
    }

    /** Returns which ways are cut. */
    public Cuts cuts() {
        return cuts;
    }

    /** Returns the address by which others reach a node. */
    public NodeAddress address(int node) {
        return new NodeAddress("127.0.0.1", proxies.get(node - 1).port());
    }

    /** Finds an address for a node to listen at, to which its proxy connects from now on. */
    public InetSocketAddress newTarget(int node) throws IOException {
        InetSocketAddress target = freeAddress(node);
        proxies.get(node - 1).target(target);
        return target;
    }

    /** The probe doesn't listen: a node that is started meanwhile has a copy of it for a moment. */
    private static InetSocketAddress freeAddress(int node) throws IOException {
        InetAddress own = InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (node + 1)});
        try (var probe = new Socket()) {
            probe.bind(new InetSocketAddress(own, 0));
            return new InetSocketAddress(own, probe.getLocalPort());
        } catch (IOException e) {
            throw new IOException(
                    "node " + node + " can't listen at " + own.getHostAddress() + ": " + e.getMessage()
                            + "; on macOS, 'sudo ifconfig lo0 alias " + own.getHostAddress() + "' adds that address",
                    e);
        }
    }

    private static int nodeAt(InetAddress address) {
        byte[] bytes = address.getAddress();
        return (bytes[bytes.length - 1] & 0xFF) - 1;
    }

    @Override
    public void close() throws IOException {
        cuts.end();
        for (Proxy proxy : proxies) {
            proxy.close();
        }
    }
}
