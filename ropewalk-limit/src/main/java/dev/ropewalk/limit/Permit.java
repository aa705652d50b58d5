package dev.ropewalk.limit;

/**
 * The right to be in flight, given by a {@link Limiter}. It is released once, by the first of {@link #succeed}, {@link #drop},
 * {@link #ignore} and {@link #close}, in any thread; later calls do nothing. What was done under a permit happens-before what is
 * done under the next one that its release admits.
 *
 * <p>An adaptive limit learns from how round trips end, so each has an outcome: without a word from the caller it isn't a
 * success. {@link Limiter#call} says so by itself. A permit that is held by hand says so as the last thing in its block:
 *
 * {@snippet class="dev.ropewalk.limit.snippets.LimitSnippets" region="permit" :
 * try (Permit permit = limiter.acquire()) {
 *     call();
 *     permit.succeed();
 * }
 * }
 *
 * <p>To a fixed limit the outcome means nothing, and closing is enough. The outcomes are those of the listener in Netflix's
 * concurrency-limits; that a permit which is just closed counts as dropped isn't from there.
 */
public interface Permit extends AutoCloseable {
    /** Releases the permit after a success; the time since it was acquired is the round trip that an adaptive limit learns from. */
    void succeed();

    /** Releases the permit after a sign of overload, such as a timeout or a refusal, upon which an adaptive limit goes down. */
    void drop();

    /** Releases the permit; an adaptive limit learns nothing, as after an error that says nothing about the load. */
    void ignore();

    /**
     * Releases the permit if nothing else has, as {@link #drop} does: a block that was left without an outcome was left by an
     * exception, and a service that refuses quickly must never look like one that answers quickly.
     */
    @Override
    void close();
}
