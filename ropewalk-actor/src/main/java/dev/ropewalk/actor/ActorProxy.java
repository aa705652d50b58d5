package dev.ropewalk.actor;

import java.util.Objects;

/** What every proxy implements beside its interface. */
public interface ActorProxy {
    /**
     * Returns the actor behind a proxy, for watching and stopping.
     *
     * @throws IllegalArgumentException if the object isn't a proxy
     */
    static ActorRef<?> refOf(Object proxy) {
        Objects.requireNonNull(proxy, "proxy");
        if (proxy instanceof ActorProxy actor) {
            return actor.actorProxyRef();
        }
        throw new IllegalArgumentException(
                "not a proxy of an actor, but a " + proxy.getClass().getName());
    }

    /** Returns the actor behind this proxy. */
    ActorRef<?> actorProxyRef();
}
