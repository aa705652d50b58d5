package dev.ropewalk.cpu;

import java.util.List;

/**
 * Where reserved CPUs lie in relation to earlier ones. The idea of a list of them, tried in order, is from OpenHFT's
 * affinity library.
 *
 * <p>Of several earlier CPUs, it is enough to share something with one of them; to be different means different from all.
 */
public enum ReservationStrategy {
    /** Anywhere. */
    ANY {
        @Override
        public boolean allows(Cpu cpu, List<Cpu> earlier) {
            return true;
        }
    },

    /** Another hyper-thread of the same core: for two threads that talk all the time and compute little. */
    SAME_CORE {
        @Override
        public boolean allows(Cpu cpu, List<Cpu> earlier) {
            return sharesCore(cpu, earlier);
        }
    },

    /** Another core behind the same last-level cache: for two threads that hand data on. */
    SAME_LAST_LEVEL_CACHE {
        @Override
        public boolean allows(Cpu cpu, List<Cpu> earlier) {
            return !sharesCore(cpu, earlier)
                    && earlier.stream().anyMatch(other -> other.lastLevelCache() == cpu.lastLevelCache());
        }
    },

    /** Another core of the same socket, whatever cache it uses. */
    SAME_SOCKET {
        @Override
        public boolean allows(Cpu cpu, List<Cpu> earlier) {
            return !sharesCore(cpu, earlier) && sharesSocket(cpu, earlier);
        }
    },

    /** Another core, on any socket: for two threads that both compute. */
    DIFFERENT_CORE {
        @Override
        public boolean allows(Cpu cpu, List<Cpu> earlier) {
            return !sharesCore(cpu, earlier);
        }
    },

    /** Another socket: for two threads that each want caches and memory bandwidth for themselves. */
    DIFFERENT_SOCKET {
        @Override
        public boolean allows(Cpu cpu, List<Cpu> earlier) {
            return !sharesSocket(cpu, earlier);
        }
    };

    public abstract boolean allows(Cpu cpu, List<Cpu> earlier);

    private static boolean sharesCore(Cpu cpu, List<Cpu> earlier) {
        return earlier.stream().anyMatch(other -> other.core() == cpu.core());
    }

    private static boolean sharesSocket(Cpu cpu, List<Cpu> earlier) {
        return earlier.stream().anyMatch(other -> other.socket() == cpu.socket());
    }
}
