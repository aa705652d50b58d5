package dev.ropewalk.cluster.entity;

import dev.ropewalk.base.Names;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityType;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Singletons are the only entities of types of their own. */
public final class Singletons {
    private static final int MAX_NAME_BYTES = 990;

    private Singletons() {}

    /**
     * Returns the type of a singleton, whose name is that of its parent in the actor system. Nodes call it by another one, which no type of users can have.
     *
     * @throws IllegalArgumentException if the name can't be one
     */
    public static <M> EntityType<String, M> type(String name, Class<M> type) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        if (name.isEmpty() || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException(
                    "the name of a singleton must not be empty or contain '/', but is '" + Names.shown(name) + "'");
        }
        if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES
                || !StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
            throw new IllegalArgumentException("the name of a singleton must have at most " + MAX_NAME_BYTES
                    + " bytes in UTF-8, and no half of a surrogate pair, but is '" + Names.shown(name) + "'");
        }
        return EntityType.of("singleton-" + name, String.class, type);
    }

    /**
     * Returns how a singleton lives, which is never passivated.
     *
     * @throws IllegalArgumentException if it were to be remembered
     */
    public static <M> EntityOptions<M> options(String name, EntityOptions<M> options) {
        if (options.isRemembered()) {
            throw new IllegalArgumentException(
                    "the singleton '" + name + "' begins by itself: it can't be a remembered entity");
        }
        return options.passivateIdle(false);
    }
}
