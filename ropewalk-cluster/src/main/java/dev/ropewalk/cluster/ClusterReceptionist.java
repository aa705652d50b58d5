package dev.ropewalk.cluster;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Receptionist;
import dev.ropewalk.actor.ServiceKey;
import java.util.Set;

/**
 * Where actors register what they offer to all nodes of a cluster, and others find them on any node. All methods may be called by any thread; none waits.
 *
 * <p>A node registers its own actors. The other members learn of that a moment later, in the order of the changes, and a node that joins learns of all. An actor that stops is registered nowhere any more a moment later, and so are all actors of a node when
 * that leaves or is no member. So all members have the same registrations when nothing has changed for a moment; until then one may find an actor that another doesn't find yet, or one that has just stopped. On the actor's own node
 * a change is seen by every look after its method has returned.
 *
 * <p>It is apart from {@link dev.ropewalk.actor.ActorSystem#receptionist}, which knows the actors of one system only.
 */
public interface ClusterReceptionist extends Receptionist {
    /**
     * Registers an actor of this node for a service until it stops. Registering twice is registering once.
     *
     * @throws IllegalArgumentException if it is no actor of this node's system, the cluster's codecs don't know the type of the service's messages, or the name of the service has more than 65,535 bytes
     *     in UTF-8, or half of a surrogate pair
     */
    @Override
    <M> void register(ServiceKey<M> key, ActorRef<M> actor);

    /** Ends a registration of an actor of this node; without effect if there is none. */
    @Override
    <M> void deregister(ServiceKey<M> key, ActorRef<M> actor);

    /**
     * Returns the actors of all nodes that are registered for a service, as far as this node knows: an immutable snapshot, in the order in which this node has learnt of them. {@link
     * dev.ropewalk.actor.ActorContext#watch} tells when one of them has stopped.
     */
    @Override
    <M> Set<ActorRef<M>> find(ServiceKey<M> key);

    /**
     * Sends a subscriber, which is an actor of this node, the actors of all nodes that are registered, as {@link Receptionist#subscribe} does.
     *
     * @throws IllegalArgumentException if the subscriber is no actor of this node's system
     */
    @Override
    <M> void subscribe(ServiceKey<M> key, ActorRef<? super Listing<M>> subscriber);
}
