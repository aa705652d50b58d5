package dev.ropewalk.limit;

/**
 * The amounts of a {@link Demand} that a {@link Budget} has given. It is closed once, in any thread; later calls do nothing.
 * What is done before a part is given back happens-before what the request does that is admitted for it.
 *
 * <p>Give back early what is no longer needed: a permit for remote calls that is held while a result is unpacked keeps others
 * from calling.
 *
 * {@snippet class="dev.ropewalk.limit.snippets.LimitSnippets" region="grant" :
 * try (Grant grant = budget.acquire(Demand.of("memory", 64 << 20).and("calls", 1))) {
 *     byte[] result = call();
 *     grant.release("calls");
 *     unpack(result);
 * }
 * }
 */
public interface Grant extends AutoCloseable {
    /** Returns what was granted, parts that were given back included. */
    Demand demand();

    /**
     * Gives back the whole amount of one resource and keeps the others.
     *
     * @return whether this call gave it back; false if it was given back before
     * @throws IllegalArgumentException if the resource isn't part of the demand
     */
    boolean release(String resource);

    /** Gives back what is still held. */
    @Override
    void close();
}
