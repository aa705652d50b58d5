package dev.ropewalk.limit.permit;

import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.scheduler.TimeDistribution;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of a limiter, at least one, and which waiting caller is next: one of a partition below its share, and if none is,
 * anyone; in both cases the partitions take turns. Belongs to the limiter's lock.
 */
final class Partitions {
    private final List<Partition> all;
    private int turn;

    Partitions(List<Partition> all) {
        this.all = List.copyOf(all);
    }

    List<Partition> all() {
        return all;
    }

    boolean areSeveral() {
        return all.size() > 1;
    }

    void limitIs(int limit) {
        for (int i = 0; i < all.size(); i++) {
            all.get(i).limitIs(limit);
        }
    }

    /** Removes and returns the place that is next; there is one. */
    Place next() {
        Partition next = inTurn(true);
        if (next == null) {
            next = Objects.requireNonNull(inTurn(false), "no caller waits");
        }
        return next.line.poll();
    }

    private @Nullable Partition inTurn(boolean belowItsShare) {
        for (int i = 0; i < all.size(); i++) {
            int index = (turn + i) % all.size();
            Partition partition = all.get(index);
            if (partition.line.size() > 0 && (!belowItsShare || partition.isBelowItsShare())) {
                turn = index + 1;
                return partition;
            }
        }
        return null;
    }

    /** Returns the figures of all together. */
    AdmissionStats stats(String name, int limit, int inFlight) {
        long waiting = 0;
        long admitted = 0;
        long rejected = 0;
        long expired = 0;
        long cancelled = 0;
        TimeDistribution waits = TimeDistribution.none();
        for (Partition partition : all) {
            waiting += partition.line.size();
            admitted += partition.admitted();
            rejected += partition.rejected.sum();
            expired += partition.expired.sum();
            cancelled += partition.cancelled.sum();
            waits = waits.plus(TimeDistribution.of(partition.waits));
        }
        return new AdmissionStats(name, limit, inFlight, waiting, admitted, rejected, expired, cancelled, waits);
    }
}
