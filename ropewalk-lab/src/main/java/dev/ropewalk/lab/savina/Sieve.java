package dev.ropewalk.lab.savina;

import java.util.BitSet;

/** Numbers go through a chain of filters, each of which holds some primes and lets pass what none of them divides. */
final class Sieve implements Program {
    /** What the producer gets. */
    enum Start {
        START
    }

    /** What a filter gets. */
    sealed interface ToFilter {}

    /** A number that no filter before has a divisor of. */
    record Candidate(int number) implements ToFilter {}

    /** There are no more candidates; so many primes are in the filters before. */
    record End(int primes) implements ToFilter {}

    /** The primes of one filter, in ascending order. Used by one thread at a time. */
    static final class Primes {
        private final int[] primes;
        private int size;

        Primes(int capacity, int first) {
            primes = new int[capacity];
            add(first);
        }

        boolean divide(int number) {
            for (int k = 0; k < size; k++) {
                if (number % primes[k] == 0) {
                    return true;
                }
            }
            return false;
        }

        /** Returns the primes of the filter behind this one. */
        Primes successor(int first) {
            return new Primes(primes.length, first);
        }

        boolean isFull() {
            return size == primes.length;
        }

        void add(int prime) {
            primes[size] = prime;
            size++;
        }

        int size() {
            return size;
        }
    }

    @Override
    public String label() {
        return "sieve";
    }

    @Override
    public String description() {
        return "the primes below 100 000, in a chain of actors that hold 1000 each";
    }

    private static int limit(Scale scale) {
        return scale.pick(1000, 100_000);
    }

    private static int primesPerFilter(Scale scale) {
        return scale.pick(20, 1000);
    }

    static String answer(int primes) {
        return primes + " primes";
    }

    @Override
    public String answer(Scale scale) {
        int limit = limit(scale);
        var composites = new BitSet();
        int primes = 0;
        for (int number = 2; number < limit; number++) {
            if (!composites.get(number)) {
                primes++;
                for (int multiple = 2 * number; multiple < limit; multiple += number) {
                    composites.set(multiple);
                }
            }
        }
        return answer(primes);
    }

    @Override
    public String onRopewalk(dev.ropewalk.actor.ActorSystem system, Scale scale) throws Exception {
        return SieveRopewalk.run(system, limit(scale), primesPerFilter(scale));
    }

    @Override
    public String onPekko(org.apache.pekko.actor.ActorSystem system, Scale scale) throws Exception {
        return SievePekko.run(system, limit(scale), primesPerFilter(scale));
    }
}
