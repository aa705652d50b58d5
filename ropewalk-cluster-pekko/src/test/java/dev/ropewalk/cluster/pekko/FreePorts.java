package dev.ropewalk.cluster.pekko;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Ports of nodes that start later, or never. None is in use, or given twice, or one of those that systems give to connections and to whoever wants any port: such a port another process may have by the time the node starts.
 */
public final class FreePorts {
    private static final int FIRST = 10_000;

    /** Linux gives those behind it, unless it is set otherwise; other systems begin later. */
    private static final int END = 32_000;

    private static final Random RANDOM = new Random();
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private FreePorts() {}

    /** Returns the next one, which is free at all addresses of this machine. */
    public static int next() {
        while (true) {
            int port = RANDOM.nextInt(FIRST, END);
            if (GIVEN.add(port) && isFree(port)) {
                return port;
            }
        }
    }

    /** The probe doesn't listen: a process that another test starts meanwhile has a copy of it for a moment. */
    private static boolean isFree(int port) {
        try (var probe = new Socket()) {
            probe.setReuseAddress(true);
            probe.bind(new InetSocketAddress(port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
