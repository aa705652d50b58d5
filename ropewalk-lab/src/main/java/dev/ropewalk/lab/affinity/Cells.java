package dev.ropewalk.lab.affinity;

import dev.ropewalk.lab.experiment.Grid;
import dev.ropewalk.lab.experiment.Size;
import java.util.Arrays;
import java.util.List;

/** The cells of each size. */
final class Cells {
    private static final int SMALL = 8;
    private static final int LINE = 64;
    private static final int LARGE = 1024;
    private static final Integer[] BYTES = {SMALL, LINE, 256, LARGE};
    private static final int GROUP = 16;
    private static final long MOST_BYTES = 4L << 30;

    private Cells() {}

    static Grid of(Size size) {
        return switch (size) {
            case SMOKE ->
                pingPong(Workload.PING_PONG, 500, List.of(Setup.PINNED_TSC), SMALL)
                        .and(throughput(20_000, Setup.UNPINNED, Storage.DISK, LINE))
                        .and(durable(50, 2));
            case TOUR -> pingPong(Workload.PING_PONG, 500_000, List.of(Setup.PINNED), SMALL);
            case QUICK ->
                pingPong(Workload.PING_PONG, 500_000, List.of(Setup.values()), SMALL)
                        .and(pingPong(Workload.PING_PONG, 500_000, List.of(Setup.PINNED), BYTES))
                        .and(pingPong(Workload.PROCESSES, 500_000, List.of(Setup.PINNED), SMALL, LARGE))
                        .and(throughput(20_000_000, Setup.PINNED, Storage.DISK, BYTES))
                        .and(throughput(20_000_000, Setup.UNPINNED, Storage.DISK, SMALL))
                        .and(throughput(20_000_000, Setup.PINNED, Storage.MEMORY, SMALL))
                        .and(durable(1000, 1, GROUP))
                        .and(recovery(1024));
            case FULL -> full();
        };
    }

    private static Grid full() {
        List<Setup> all = List.of(Setup.values());
        Grid grid = pingPong(Workload.PING_PONG, 5_000_000, all, BYTES)
                .and(pingPong(Workload.PROCESSES, 5_000_000, all, BYTES));
        for (Setup setup : all) {
            grid = grid.and(throughput(200_000_000, setup, Storage.DISK, BYTES))
                    .and(throughput(200_000_000, setup, Storage.MEMORY, SMALL));
        }
        return grid.and(durable(5000, 1, GROUP, 64)).and(recovery(4 << 10));
    }

    private static Grid pingPong(Workload workload, long roundTrips, List<Setup> setups, Integer... bytes) {
        return base(workload)
                .by(Load.SETUP, setups.stream().map(Setup::label).toList())
                .by(Load.BYTES, List.of(bytes))
                .by(Load.AMOUNT, roundTrips);
    }

    /**
     * With messages of more than a cache line, there are as many fewer as makes up for it; and never so many that the disk is
     * what is measured.
     */
    private static Grid throughput(long messages, Setup setup, Storage storage, Integer... bytes) {
        return Arrays.stream(bytes)
                .map(size -> base(Workload.THROUGHPUT)
                        .by(Load.SETUP, setup.label())
                        .by(Load.STORAGE, storage.label())
                        .by(Load.BYTES, size)
                        .by(Load.AMOUNT, Math.min(messages * LINE / Math.max(LINE, size), MOST_BYTES / size)))
                .reduce(Grid::and)
                .orElseThrow();
    }

    private static Grid durable(long millis, Integer... writers) {
        return base(Workload.DURABLE).by(Load.AMOUNT, millis).by(Load.WRITERS, List.of(writers));
    }

    private static Grid recovery(long mebibytes) {
        return base(Workload.RECOVERY).by(Load.AMOUNT, mebibytes);
    }

    /** Returns a cell that has all parameters, in their order. */
    private static Grid base(Workload workload) {
        return Grid.unit()
                .by(Load.WORKLOAD, workload.label())
                .by(Load.SETUP, Setup.UNPINNED.label())
                .by(Load.STORAGE, Storage.DISK.label())
                .by(Load.BYTES, LINE)
                .by(Load.AMOUNT, 1)
                .by(Load.WRITERS, 1);
    }
}
