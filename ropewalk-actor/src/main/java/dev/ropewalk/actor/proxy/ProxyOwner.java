package dev.ropewalk.actor.proxy;

import dev.ropewalk.actor.ActorRef;

/** What stands behind a proxy, by which it is told from others and shown. */
interface ProxyOwner {
    /** Returns the actor behind the proxy. */
    ActorRef<?> ref();
}
