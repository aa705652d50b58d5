package dev.ropewalk.actor.routing;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Consistent hashing: nodes and keys are points on a circle, and a key belongs to the node whose point comes next. Each node
 * has many points, so that shares are even, and a leaving node's keys spread over all others. Immutable; any thread may use it.
 *
 * <p>A node of n that comes or goes moves about 1/n of the keys, and only to it or from it. With {@value #POINTS} points a node,
 * the standard deviation of the shares is about 9 % of their mean, one part in the root of that number.
 *
 * <p>The points of a node depend on its name alone, so rings of the same names agree, whatever came and went before.
 *
 * <p>From Karger, Lehman, Leighton, Panigrahy, Levine and Lewin: Consistent Hashing and Random Trees, STOC 1997. The points
 * are those of SplitMix64: Steele, Lea and Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014.
 *
 * @param <T> the type of the nodes
 */
final class HashRing<T> {
    static final int POINTS = 128;

    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    /** Where a node has a point. */
    private record Point<T>(long position, T node) {}

    private final Function<? super T, String> name;
    private final long[] positions;
    private final List<T> owners;

    private HashRing(Function<? super T, String> name, List<Point<T>> sorted) {
        this.name = name;
        positions = sorted.stream().mapToLong(Point::position).toArray();
        owners = sorted.stream().map(Point::node).toList();
    }

    /** Returns a ring without nodes. */
    static <T> HashRing<T> empty(Function<? super T, String> name) {
        return new HashRing<>(name, List.of());
    }

    /** Returns the ring of other nodes. Points that stay are merged with those that come: linear if those are few. */
    HashRing<T> over(List<T> nodes) {
        Set<T> coming = new HashSet<>(nodes);
        Set<T> staying = new HashSet<>(owners);
        staying.retainAll(coming);
        coming.removeAll(staying);
        List<Point<T>> points = new ArrayList<>(nodes.size() * POINTS);
        for (int i = 0; i < positions.length; i++) {
            if (staying.contains(owners.get(i))) {
                points.add(new Point<>(positions[i], owners.get(i)));
            }
        }
        nodes.stream().filter(coming::contains).forEach(node -> addPoints(node, points));
        points.sort(Comparator.comparingLong(Point::position));
        return new HashRing<>(name, points);
    }

    private void addPoints(T node, List<Point<T>> points) {
        long seed = 0;
        String text = name.apply(node);
        for (int i = 0; i < text.length(); i++) {
            seed = mix(seed + text.charAt(i) + GOLDEN);
        }
        for (int i = 1; i <= POINTS; i++) {
            points.add(new Point<>(mix(seed + i * GOLDEN), node));
        }
    }

    /**
     * Returns the node that a key belongs to, or the next one round the circle that is fit.
     *
     * @param hash of the key
     * @return null if no node is fit
     */
    @Nullable
    T owner(int hash, Predicate<? super T> fit) {
        int found = Arrays.binarySearch(positions, mix(hash * GOLDEN));
        int first = found >= 0 ? found : -found - 1;
        for (int i = 0; i < positions.length; i++) {
            T node = owners.get((first + i) % positions.length);
            if (fit.test(node)) {
                return node;
            }
        }
        return null;
    }

    private static long mix(long z) {
        long once = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        long twice = (once ^ (once >>> 27)) * 0x94d049bb133111ebL;
        return twice ^ (twice >>> 31);
    }
}
