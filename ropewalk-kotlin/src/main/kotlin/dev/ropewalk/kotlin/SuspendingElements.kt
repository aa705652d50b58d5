package dev.ropewalk.kotlin

/**
 * What comes one after another, for a `for` loop that suspends.
 *
 * @param T the type of the elements
 */
public class SuspendingElements<T : Any>
internal constructor(private val nextOrNull: suspend () -> T?) {
    /** Returns an iterator that takes from the source what no other takes. */
    public operator fun iterator(): SuspendingIterator<T> = SuspendingIterator(nextOrNull)
}

/**
 * Goes through elements by a loop that suspends. It takes an element when it is asked whether there is one; if it is given up between
 * [hasNext] and [next], it holds an element. For one coroutine.
 *
 * @param T the type of the elements
 */
public class SuspendingIterator<T : Any>
internal constructor(private val nextOrNull: suspend () -> T?) {
    private var taken: T? = null

    /** Suspends until there is an element or the end; returns whether there is one. */
    public suspend operator fun hasNext(): Boolean {
        if (taken == null) {
            taken = nextOrNull()
        }
        return taken != null
    }

    /**
     * Returns the element that [hasNext] has taken.
     *
     * @throws NoSuchElementException if `hasNext` wasn't called before, or has returned false
     */
    public operator fun next(): T {
        val element = taken ?: throw NoSuchElementException("hasNext has taken no element")
        taken = null
        return element
    }
}
