package dev.ropewalk.limit.algorithm;

import dev.ropewalk.limit.LimitAlgorithm;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which algorithms have a limiter or an executor: an algorithm that two of them fed would mix what they measure, and be called
 * twice at once. Thread-safe; simulations side by side must not wait for each other here. Algorithms are compared by identity, since users may give theirs an {@code equals}, and aren't kept alive.
 */
final class OwnedAlgorithms {
    private static final Set<Key> OWNED = ConcurrentHashMap.newKeySet();
    private static final ReferenceQueue<LimitAlgorithm> GONE = new ReferenceQueue<>();

    private OwnedAlgorithms() {}

    /** An algorithm as the key of a set. When it is gone the key equals only itself. */
    private static final class Key extends WeakReference<LimitAlgorithm> {
        private final int hash;

        Key(LimitAlgorithm algorithm) {
            super(algorithm, GONE);
            hash = System.identityHashCode(algorithm);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            LimitAlgorithm algorithm = get();
            return this == other || (algorithm != null && other instanceof Key key && key.refersTo(algorithm));
        }
    }

    /**
     * Gives an algorithm to its only owner.
     *
     * @throws IllegalStateException if it has one
     */
    static void own(LimitAlgorithm algorithm) {
        for (Object gone = GONE.poll(); gone != null; gone = GONE.poll()) {
            boolean ignored = OWNED.remove(gone);
        }
        if (!OWNED.add(new Key(algorithm))) {
            throw new IllegalStateException(algorithm.getClass().getSimpleName()
                    + " follows another limiter or executor already; each needs an object of its own");
        }
    }
}
