package dev.ropewalk.task;

/**
 * The right to be in flight, given by a {@link Limiter}. It is released once, by the first of {@link #close}, {@link #drop} and
 * {@link #ignore}, in any thread; later calls do nothing. What was done under a permit happens-before what is done under the
 * next one that its release admits.
 *
 * {@snippet :
 * try (Permit permit = limiter.acquire()) {
 *     call();
 * }
 * }
 */
public interface Permit extends AutoCloseable {
    /** Releases the permit after a success; the time since it was acquired is the round trip that an adaptive limit learns from. */
    @Override
    void close();

    /** Releases the permit after a sign of overload, such as a timeout or a refusal, upon which an adaptive limit goes down. */
    void drop();

    /** Releases the permit; an adaptive limit learns nothing, as after an error that says nothing about the load. */
    void ignore();
}
