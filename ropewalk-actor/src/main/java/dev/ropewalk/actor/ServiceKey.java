package dev.ropewalk.actor;

import java.util.Objects;

/**
 * The name of a service together with the type of its messages, by which the {@link Receptionist} finds the actors that offer it.
 *
 * @param name of the service
 * @param type of its messages
 * @param <M> the same
 */
public record ServiceKey<M>(String name, Class<M> type) {
    /** Refuses null. */
    public ServiceKey {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
    }
}
