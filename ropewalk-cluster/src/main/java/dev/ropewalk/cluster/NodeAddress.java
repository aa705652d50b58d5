package dev.ropewalk.cluster;

import dev.ropewalk.base.Names;

/**
 * Where a node is reached by others.
 *
 * @param host a name or a number
 * @param port from 1 to 65535; 0 is a cluster of one process, which nobody can reach
 */
public record NodeAddress(String host, int port) {
    /** Checks them. */
    public NodeAddress {
        Node.checkAddress(host, port);
    }

    /**
     * Returns this address, unless nobody can reach it.
     *
     * @throws IllegalArgumentException if the port is 0
     */
    public NodeAddress requireReachable() {
        if (port == 0) {
            throw new IllegalArgumentException(
                    "the port of a node that others reach must be from 1 to 65535, but is 0, of host '"
                            + Names.shown(host) + "'");
        }
        return this;
    }

    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
