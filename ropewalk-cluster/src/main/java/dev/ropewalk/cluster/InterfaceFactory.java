package dev.ropewalk.cluster;

/**
 * Makes the implementation of an entity that is used by an {@linkplain EntityInterface interface}, in the entity itself, when it begins and each time that it is restarted. Calls wait meanwhile. What it throws is a failure of
 * the entity.
 *
 * @param <K> the type of the keys
 * @param <T> the interface, or a type below it
 */
@FunctionalInterface
public interface InterfaceFactory<K, T> {
    /**
     * Makes an implementation: a plain object that needs no lock, since one call runs at a time. One that is a {@link HandsOver}, too, hands its state over.
     *
     * @param entity the entity's own; it must not be passed on
     */
    T create(EntityContext<K, ?> entity) throws Exception;
}
