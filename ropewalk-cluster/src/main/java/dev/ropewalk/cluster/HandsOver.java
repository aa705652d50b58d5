package dev.ropewalk.cluster;

/**
 * A behaviour of an entity that hands its state to the next one of its key when its shard moves to another node as planned: when nodes join, or one is closed. {@link EntityOptions#handOver} says
 * of which type the state is; the next one finds it by {@link EntityContext#handedOver}. An entity that is passivated hands nothing over, nor does one whose node fails.
 *
 * @param <S> the type of the state
 */
public interface HandsOver<S> {
    /**
     * Returns the state. Called in the entity, when it has handled all that was sent to it, before {@link dev.ropewalk.actor.Actor#postStop}. If it throws, or the state is too large or can't be written, that is logged, counted and told as a loss, and the
     * next one begins without.
     */
    S handOver();
}
