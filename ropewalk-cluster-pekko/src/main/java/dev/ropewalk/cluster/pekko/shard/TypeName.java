package dev.ropewalk.cluster.pekko.shard;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * What a type is called in Pekko. There it names a region and, with a word behind it, a coordinator, which are actors of the same parent as some of Pekko's own. Only a name of a type ends with a dot. A star, which would be a pattern where
 * an actor is selected by its path, is escaped, and so is the sign that escapes.
 */
final class TypeName {
    private TypeName() {}

    static String of(String type) {
        return type.replace("%", "%25").replace("*", "%2A") + ".";
    }

    /** Returns the path of the region of a type on any node. Pekko encodes names in the same way. */
    static String path(String type) {
        return "/system/sharding/" + URLEncoder.encode(of(type), StandardCharsets.UTF_8);
    }
}
