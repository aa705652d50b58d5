package dev.ropewalk.cluster.pekko.settings;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.pekko.cluster.Member;

/** Roles of nodes as Pekko knows them: each has something before its name, since Pekko has some of its own, such as that of a data centre. */
public final class Roles {
    private static final String PREFIX = "role-";

    private Roles() {}

    /** Returns what Pekko calls a role. */
    public static String toPekko(String role) {
        return PREFIX + role;
    }

    /** Returns what Pekko calls these roles. */
    static List<String> toPekko(Collection<String> roles) {
        return roles.stream().map(Roles::toPekko).sorted().toList();
    }

    /** Returns the roles of a member. */
    public static Set<String> of(Member member) {
        return member.getRoles().stream()
                .filter(role -> role.startsWith(PREFIX))
                .map(role -> role.substring(PREFIX.length()))
                .collect(Collectors.toUnmodifiableSet());
    }
}
