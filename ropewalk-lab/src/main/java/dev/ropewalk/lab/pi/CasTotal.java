package dev.ropewalk.lab.pi;

import java.util.concurrent.atomic.AtomicLong;

/** A sum that several threads add to by compare-and-set. */
final class CasTotal {
    /** The sum's bits: zero's are zero. */
    private final AtomicLong bits = new AtomicLong();

    void add(double value) {
        long before = bits.get();
        while (!bits.compareAndSet(before, Double.doubleToRawLongBits(Double.longBitsToDouble(before) + value))) {
            Thread.onSpinWait();
            before = bits.get();
        }
    }

    /** Returns the sum, which is zero from then on. */
    double take() {
        return Double.longBitsToDouble(bits.getAndSet(0));
    }
}
