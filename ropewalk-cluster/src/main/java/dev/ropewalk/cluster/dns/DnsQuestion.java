package dev.ropewalk.cluster.dns;

import dev.ropewalk.cluster.NodeAddress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a server is asked for.
 *
 * @param name the name
 * @param port of all nodes at its addresses; 0 if records of services tell it
 */
public record DnsQuestion(String name, int port) {
    private static final int SRV_WORDS = 4;

    /** Asks for addresses. */
    public static DnsQuestion addresses(String name, int port) {
        return new DnsQuestion(name, port);
    }

    /** Asks for records of services. */
    public static DnsQuestion services(String name) {
        return new DnsQuestion(name, 0);
    }

    private boolean isForServices() {
        return port == 0;
    }

    /**
     * Returns the type of the records that tell where this node is, too.
     *
     * @throws IllegalArgumentException if none can
     */
    public String type(NodeAddress self) {
        if (isForServices()) {
            return "SRV";
        }
        if (self.host().indexOf(':') >= 0) {
            return "AAAA";
        }
        if (!self.host().chars().allMatch(c -> c == '.' || (c >= '0' && c <= '9'))) {
            throw new IllegalArgumentException("the addresses of '" + name
                    + "' are numbers, so the host of a node must be one, such as 10.1.2.3, but is '" + self.host()
                    + "'");
        }
        return "A";
    }

    /**
     * Reads records.
     *
     * @param source where they come from, for errors
     */
    public List<NodeAddress> read(DnsRecords records, Object source) throws IOException {
        List<NodeAddress> found = new ArrayList<>();
        for (String text : records.texts()) {
            try {
                found.add(isForServices() ? service(text) : new NodeAddress(text, port));
            } catch (IllegalArgumentException e) {
                throw new IOException(
                        source + " has found what isn't the address of a node, '" + text + "' for " + records.name()
                                + ": " + e.getMessage(),
                        e);
            }
        }
        return found;
    }

    /** Reads priority, weight, port and host; the first two are for those who choose one. */
    private static NodeAddress service(String text) {
        String[] words = text.split(" ", -1);
        if (words.length != SRV_WORDS) {
            throw new IllegalArgumentException("it must have a priority, a weight, a port and a host");
        }
        String host = words[3].endsWith(".") ? words[3].substring(0, words[3].length() - 1) : words[3];
        if (host.isEmpty()) {
            throw new IllegalArgumentException("it says that the service isn't there");
        }
        return new NodeAddress(host.toLowerCase(Locale.ROOT), Integer.parseInt(words[2])).requireReachable();
    }

    @Override
    public String toString() {
        return isForServices() ? "services of '" + name + "'" : "addresses of '" + name + "', each with port " + port;
    }
}
