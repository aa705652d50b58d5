package dev.ropewalk.scheduler.strand;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.queue.PlainTask;
import dev.ropewalk.scheduler.queue.QueueNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Two threads that leave a node each, without a lock, and one that takes what is there: in each order of their steps. */
class MishapPlacesTest {
    private static final int STEPS = 5;
    private static final int TAKES = 2;

    @Test
    void shouldLoseNoNodeWhateverTheOrder() {
        assertThat(losses(true)).isZero();
    }

    @Test
    void shouldLoseOneIfTheyDoNotLookWhoCameLast() {
        assertThat(losses(false)).isPositive();
    }

    private static int losses(boolean looks) {
        List<int[]> orders = new ArrayList<>();
        addOrders(orders, new int[2 * STEPS + TAKES], 0, new int[] {STEPS, STEPS, TAKES});
        int losses = 0;
        for (int[] order : orders) {
            losses += losesNone(order, looks) ? 0 : 1;
        }
        return losses;
    }

    private static void addOrders(List<int[]> orders, int[] order, int at, int[] left) {
        if (at == order.length) {
            orders.add(order.clone());
            return;
        }
        for (int thread = 0; thread < left.length; thread++) {
            if (left[thread] > 0) {
                left[thread]--;
                order[at] = thread;
                addOrders(orders, order, at + 1, left);
                left[thread]++;
            }
        }
    }

    private static boolean losesNone(int[] order, boolean looks) {
        var mishaps = new Mishaps();
        var leavers = List.of(new Leaver(mishaps, looks), new Leaver(mishaps, looks));
        List<QueueNode> taken = new ArrayList<>();
        for (int thread : order) {
            if (thread < leavers.size()) {
                leavers.get(thread).step();
            } else {
                take(mishaps, taken);
            }
        }
        leavers.forEach(Leaver::finish);
        take(mishaps, taken);
        Set<QueueNode> different = new HashSet<>(taken);
        return taken.size() == 2 && different.size() == 2;
    }

    private static void take(Mishaps mishaps, List<QueueNode> taken) {
        for (QueueNode node = mishaps.takeLocked(); node != null; node = node.next) {
            taken.add(node);
        }
    }

    /** Does what a handler does, one access of a field in each step. */
    private static final class Leaver {
        private final QueueNode node = new PlainTask(() -> {});
        private final boolean looks;
        private Mishaps.@Nullable Place place;
        private int next;

        Leaver(Mishaps mishaps, boolean looks) {
            this.looks = looks;
            this.place = mishaps.places;
        }

        void finish() {
            while (place != null) {
                step();
            }
        }

        @SuppressWarnings("ReferenceEquality") // as production does
        void step() {
            Mishaps.Place here = place;
            if (here == null) {
                return;
            }
            switch (next++) {
                case 0 -> here.last = node;
                case 1 -> goOnIf(!here.taken);
                case 2 -> here.taken = true;
                case 3 -> goOnIf(!looks || here.last == node);
                default -> {
                    here.node = node;
                    place = null;
                }
            }
        }

        private void goOnIf(boolean free) {
            if (!free && place != null) {
                place = place.other;
                next = 0;
            }
        }
    }
}
