package dev.ropewalk.cluster.kubernetes;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is read of a pod.
 *
 * @param name of it
 * @param phase of its life
 * @param addresses of it, as texts; the first is that of the first kind of the cluster's
 * @param ports of its containers that have names
 */
record Pod(String name, String phase, List<String> addresses, Map<String, Integer> ports) {
    Pod {
        addresses = List.copyOf(addresses);
        ports = Map.copyOf(ports);
    }

    /** Whether its containers have ended, and won't begin again. */
    boolean isOver() {
        return phase.equals("Succeeded") || phase.equals("Failed");
    }

    /** Returns its address of a kind, if it has one. */
    Optional<String> address(Class<? extends InetAddress> kind) {
        return addresses.stream()
                .filter(address -> kind.isInstance(InetAddress.ofLiteral(address)))
                .findFirst();
    }

    @Override
    public String toString() {
        return name + " " + phase + " " + addresses;
    }
}
