package dev.ropewalk.cluster.kubernetes;

import java.util.List;

/**
 * An answer of the API server.
 *
 * @param pods that it has
 * @param hasMore whether there are more
 */
record PodList(List<Pod> pods, boolean hasMore) {
    PodList {
        pods = List.copyOf(pods);
    }
}
