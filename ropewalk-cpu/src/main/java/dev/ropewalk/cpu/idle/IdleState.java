package dev.ropewalk.cpu.idle;

/**
 * The state of a waiting thread, alone on its cache lines: it is written at each turn of a spin, and strategies are often
 * made in a row for several threads.
 *
 * <p>Padding is by inheritance, because the JVM may reorder the fields of one class, but lays out those of its superclass
 * first. It is 128 bytes on either side, since CPUs fetch lines in pairs.
 */
final class IdleState {
    private IdleState() {}

    /** Keeps away what lies before. */
    abstract static class Before {
        /** Fills the gap behind the object's header, into which the JVM would move a field of a subclass. */
        int p00;

        long p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15, p16;
    }

    /** All that an idle strategy reads and writes. */
    abstract static class Fields extends Before {
        final Pause pause;

        /** The count of waits at which spinning ends. */
        final long spinsEnd;

        /** The count of waits at which yielding ends. */
        final long yieldsEnd;

        final long minParkNanos;
        final long maxParkNanos;

        /** How many spins and yields there were in a row. */
        long waits;

        /** The length of the next park. */
        long parkNanos;

        Fields(Pause pause, long spinsEnd, long yieldsEnd, long minParkNanos, long maxParkNanos) {
            this.pause = pause;
            this.spinsEnd = spinsEnd;
            this.yieldsEnd = yieldsEnd;
            this.minParkNanos = minParkNanos;
            this.maxParkNanos = maxParkNanos;
            this.parkNanos = minParkNanos;
        }
    }

    /** Keeps away what lies behind. */
    abstract static class Padded extends Fields {
        long q01, q02, q03, q04, q05, q06, q07, q08, q09, q10, q11, q12, q13, q14, q15, q16;

        Padded(Pause pause, long spinsEnd, long yieldsEnd, long minParkNanos, long maxParkNanos) {
            super(pause, spinsEnd, yieldsEnd, minParkNanos, maxParkNanos);
        }
    }
}
