package dev.ropewalk.lab.neighbours;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** What takes CPU time from this process: its neighbours, and a quota. All of it rests but between begin and end. */
final class Surroundings implements AutoCloseable {
    private static final double PERCENT = 100;
    private static final double NANOS_PER_MILLI = 1e6;

    private final Setting setting;
    private final List<BusyProcess> neighbours = new ArrayList<>();
    private @Nullable Quota quota;
    private long startNanos;
    private OptionalLong throttledBefore = OptionalLong.empty();

    /** Makes surroundings. Processes that this one starts from now on are under the same quota. */
    Surroundings(Setting setting) throws IOException {
        this.setting = setting;
        try {
            // They are no members of the quota's group, because they are there before it.
            for (int k = 0; k < setting.neighbours(); k++) {
                neighbours.add(BusyProcess.start());
            }
            quota = setting.quota() ? Quota.enter() : null;
        } catch (Throwable e) {
            close();
            throw e;
        }
    }

    /**
     * What was taken.
     *
     * @param neighbourPercent how much of one core each neighbour burnt in the mean, in percent; empty if there is none
     * @param throttledMillis for how long the quota held this process back, over all CPUs; empty if there is none
     */
    record Taken(OptionalDouble neighbourPercent, OptionalDouble throttledMillis) {}

    /** Returns the processes of the neighbours. */
    List<ProcessHandle> neighbours() {
        return neighbours.stream().map(BusyProcess::handle).toList();
    }

    /** Begins to take CPU time: returns when each neighbour runs and the quota counts. */
    void begin() throws IOException {
        for (BusyProcess neighbour : neighbours) {
            neighbour.askToBurn();
        }
        startNanos = System.nanoTime();
        for (BusyProcess neighbour : neighbours) {
            neighbour.awaitBusy();
        }
        if (quota != null) {
            throttledBefore = quota.throttledNanos();
            quota.limit(setting.cores());
        }
    }

    /** Ends what was begun. */
    Taken end() throws IOException {
        OptionalDouble throttled = OptionalDouble.empty();
        if (quota != null) {
            quota.lift();
            OptionalLong after = quota.throttledNanos();
            if (throttledBefore.isPresent() && after.isPresent()) {
                throttled = OptionalDouble.of((after.getAsLong() - throttledBefore.getAsLong()) / NANOS_PER_MILLI);
            }
        }
        for (BusyProcess neighbour : neighbours) {
            neighbour.askToRest();
        }
        long burnt = 0;
        for (BusyProcess neighbour : neighbours) {
            burnt += neighbour.awaitRest();
        }
        double share = PERCENT * burnt / neighbours.size() / (System.nanoTime() - startNanos);
        return new Taken(neighbours.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(share), throttled);
    }

    /** Ends the neighbours, and leaves the quota's group. */
    @Override
    public void close() throws IOException {
        neighbours.forEach(BusyProcess::close);
        if (quota != null) {
            quota.close();
        }
    }
}
