package dev.ropewalk.cpu;

import dev.ropewalk.cpu.topology.CpuList;
import java.util.BitSet;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * An immutable set of CPU numbers, as the operating system counts them, in ascending order. It is written as Linux
 * writes it: {@code 0-3,8}; the empty set is the empty text.
 *
 * <p>Instances may be shared between threads. Numbers go from 0 to {@link #MAX_CPU}; any other is refused with an
 * {@link IllegalArgumentException}.
 */
public final class CpuSet {
    /** The largest CPU number that a set takes. It is far beyond any machine's: a larger one is a mistake. */
    public static final int MAX_CPU = (1 << 20) - 1;

    private static final CpuSet EMPTY = new CpuSet(new BitSet());

    private final BitSet bits;

    private CpuSet(BitSet bits) {
        this.bits = bits;
    }

    /** Returns the set of these CPUs; of none, the empty set. */
    public static CpuSet of(int... cpus) {
        Objects.requireNonNull(cpus, "cpus");
        var bits = new BitSet();
        for (int cpu : cpus) {
            if (cpu < 0 || cpu > MAX_CPU) {
                throw new IllegalArgumentException("CPU number " + cpu + " isn't within 0 and " + MAX_CPU);
            }
            bits.set(cpu);
        }
        return wrap(bits);
    }

    /**
     * Returns the set that a list such as {@code 0-3,8} names: numbers and ranges, in any order, separated by commas.
     * White space around a number or range, and so a newline at the end, is ignored.
     *
     * @throws IllegalArgumentException if the list is malformed; the message quotes the part at fault
     */
    public static CpuSet parse(String list) {
        Objects.requireNonNull(list, "list");
        return wrap(CpuList.parse(list));
    }

    /**
     * Returns the set of the one bits in a mask, as kernels write it: bit {@code i % 64} of word {@code i / 64} is CPU i.
     *
     * @throws IllegalArgumentException if a bit is beyond {@link #MAX_CPU}
     */
    public static CpuSet ofMask(long[] words) {
        BitSet bits = BitSet.valueOf(Objects.requireNonNull(words, "words"));
        if (bits.length() > MAX_CPU + 1) {
            throw new IllegalArgumentException("CPU number " + (bits.length() - 1) + " isn't within 0 and " + MAX_CPU);
        }
        return wrap(bits);
    }

    /** Returns the mask that {@link #ofMask} reads, without zero words at the end. */
    public long[] toMask() {
        return bits.toLongArray();
    }

    /** Returns the CPUs from 0 to {@code count} - 1. */
    static CpuSet first(int count) {
        var bits = new BitSet();
        bits.set(0, count);
        return wrap(bits);
    }

    /** Returns the set of these bits, which must not change from then on. */
    private static CpuSet wrap(BitSet bits) {
        return bits.isEmpty() ? EMPTY : new CpuSet(bits);
    }

    /** Returns whether the CPU is in this set; false for a number that no CPU can have. */
    public boolean contains(int cpu) {
        return cpu >= 0 && bits.get(cpu);
    }

    /** Returns whether every CPU of the other set is in this one. */
    public boolean containsAll(CpuSet other) {
        Objects.requireNonNull(other, "other");
        return other.minus(this).isEmpty();
    }

    /** Returns how many CPUs are in this set. */
    public int size() {
        return bits.cardinality();
    }

    /** Returns whether no CPU is in this set. */
    public boolean isEmpty() {
        return bits.isEmpty();
    }

    /**
     * Returns the lowest CPU.
     *
     * @throws NoSuchElementException if the set is empty
     */
    public int first() {
        if (isEmpty()) {
            throw new NoSuchElementException("an empty set of CPUs has no first one");
        }
        return bits.nextSetBit(0);
    }

    /** Returns the CPUs in ascending order. */
    public IntStream stream() {
        return bits.stream();
    }

    /** Returns the CPUs in ascending order. This uses no stream, the first of which takes a program milliseconds. */
    public int[] toArray() {
        return CpuList.places(bits);
    }

    /** Returns the CPUs that are in this set, in the other, or in both. */
    public CpuSet union(CpuSet other) {
        Objects.requireNonNull(other, "other");
        var result = copy();
        result.or(other.bits);
        return wrap(result);
    }

    /** Returns the CPUs that are in both sets. */
    public CpuSet intersect(CpuSet other) {
        Objects.requireNonNull(other, "other");
        var result = copy();
        result.and(other.bits);
        return wrap(result);
    }

    /** Returns the CPUs that are in this set and not in the other. */
    public CpuSet minus(CpuSet other) {
        Objects.requireNonNull(other, "other");
        var result = copy();
        result.andNot(other.bits);
        return wrap(result);
    }

    private BitSet copy() {
        return BitSet.valueOf(bits.toLongArray());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CpuSet that && bits.equals(that.bits);
    }

    @Override
    public int hashCode() {
        return bits.hashCode();
    }

    /** Returns the list that {@link #parse} reads, such as {@code 0-3,8}. */
    @Override
    public String toString() {
        return CpuList.format(bits);
    }
}
