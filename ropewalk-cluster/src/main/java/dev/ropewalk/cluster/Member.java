package dev.ropewalk.cluster;

import dev.ropewalk.base.Nulls;
import java.util.Objects;
import java.util.Set;

/**
 * A node as another node sees it.
 *
 * @param node which
 * @param status how far it has come between joining and leaving
 * @param isReachable whether it answers; false until it does again, or is removed
 * @param roles what it is for: see {@link ClusterOptions#roles(Set)}
 */
public record Member(Node node, MemberStatus status, boolean isReachable, Set<String> roles) {
    /** Makes a copy of the set. */
    public Member {
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(status, "status");
        roles = Nulls.copy(roles, "roles");
    }
}
