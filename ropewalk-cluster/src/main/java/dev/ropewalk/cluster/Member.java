package dev.ropewalk.cluster;

import java.util.Objects;

/**
 * A node as another node sees it.
 *
 * @param node which
 * @param status how far it has come between joining and leaving
 * @param isReachable whether it answers; false until it does again, or is removed
 */
public record Member(Node node, MemberStatus status, boolean isReachable) {
    /** Refuses null. */
    public Member {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(status, "status");
    }
}
