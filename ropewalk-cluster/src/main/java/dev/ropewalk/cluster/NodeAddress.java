package dev.ropewalk.cluster;

/**
 * Where a node is reached by others.
 *
 * @param host a name or a number
 * @param port from 1 to 65535
 */
public record NodeAddress(String host, int port) {
    /** Checks them. */
    public NodeAddress {
        Node.checkAddress(host, port, 1);
    }

    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
