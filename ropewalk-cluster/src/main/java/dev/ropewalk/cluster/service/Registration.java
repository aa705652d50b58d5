package dev.ropewalk.cluster.service;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ServiceKey;

/**
 * An actor that is registered for a service, or was.
 *
 * @param key the service
 * @param actor the actor
 * @param id the number by which other nodes know it
 */
record Registration(ServiceKey<?> key, ActorRef<?> actor, long id) {}
