package dev.ropewalk.channel.select;

import dev.ropewalk.channel.Select;
import dev.ropewalk.scheduler.park.Parking;
import java.util.random.RandomGenerator;

/** In which order a {@link Select} looks at its clauses. */
public enum SelectPolicy {
    IN_ORDER {
        @Override
        int arrange(int[] order, int start) {
            return 0;
        }
    },
    RANDOM {
        @Override
        int arrange(int[] order, int start) {
            // Fisher and Yates's shuffle
            RandomGenerator random = Parking.random();
            for (int i = order.length - 1; i > 0; i--) {
                int j = random.nextInt(i + 1);
                int swapped = order[i];
                order[i] = order[j];
                order[j] = swapped;
            }
            return 0;
        }
    },
    FAIR {
        @Override
        int arrange(int[] order, int start) {
            return start;
        }
    };

    /**
     * Arranges a round.
     *
     * @param order the numbers of the clauses, which this may rearrange
     * @param start the number behind that of the clause that was chosen last
     * @return the place in {@code order} at which to begin
     */
    abstract int arrange(int[] order, int start);
}
