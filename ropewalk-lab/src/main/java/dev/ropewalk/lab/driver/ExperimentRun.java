package dev.ropewalk.lab.driver;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Lifetime;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.Machine;
import dev.ropewalk.lab.result.MachineProbe;
import dev.ropewalk.lab.result.Occasion;
import dev.ropewalk.lab.result.Probe;
import dev.ropewalk.lab.result.Result;
import dev.ropewalk.lab.result.Skipped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Runs an experiment cell by cell. Used by one thread. */
public final class ExperimentRun {
    private static final double GIB = 1L << 30;
    /** How much of its heap a child may fill with state: the rest is for what it allocates on the way. */
    private static final double STATE_SHARE = 0.8;

    /** Tells what the machine gives at this moment. */
    @FunctionalInterface
    interface Prober {
        Probe probe() throws InterruptedException;
    }

    private final Plan plan;
    private final Occasion occasion;
    private final Prober prober;
    private final List<Params> cells;
    private final Budget budget;
    private final Pace pace;
    private final Machine machine = MachineProbe.describe(ChildJvm.flags());
    private final List<Lane> lanes;
    private final List<Probe> probes = new ArrayList<>();
    private final List<Result> results = new ArrayList<>();
    private final List<Skipped> skipped = new ArrayList<>();

    /**
     * Makes a run with the time budget of the plan's size.
     *
     * @param occasion when and with what the command was started
     * @param known what an earlier run of the plan has brought before it was interrupted: its cells aren't run again
     * @param limit how long the run may take at most, however long its size usually takes; empty for no such limit
     */
    public ExperimentRun(Plan plan, Occasion occasion, Optional<ExperimentResult> known, Optional<Duration> limit) {
        this(plan, occasion, known, budget(plan, left(plan, known), limit), Calibration::probe);
    }

    ExperimentRun(Plan plan, Occasion occasion, Optional<ExperimentResult> known, Budget budget, Prober prober) {
        this.plan = plan;
        this.occasion = occasion;
        this.prober = prober;
        this.budget = budget;
        cells = left(plan, known);
        known.ifPresent(before -> {
            probes.addAll(before.probes());
            results.addAll(before.results());
            skipped.addAll(before.skipped());
        });
        pace = new Pace(budget, waiting(plan, cells, budget), System::nanoTime);
        lanes = plan.contenders().stream()
                .map(contender -> new Lane(plan.experiment(), contender, budget))
                .toList();
    }

    /** Returns the cells that are still to be run. */
    private static List<Params> left(Plan plan, Optional<ExperimentResult> known) {
        return plan.without(known.map(ExperimentResult::cells).orElse(List.of()));
    }

    /** Returns what a run of some of a plan's cells may take. */
    private static Budget budget(Plan plan, List<Params> cells, Optional<Duration> limit) {
        Budget usual = Budget.of(plan.size(), cells.size(), jvms(plan, cells.size()), plan.cellTime());
        Duration inAll = waiting(plan, cells, usual).stream().reduce(Duration.ZERO, Duration::plus);
        Duration longest = cells.stream()
                .map(plan.experiment()::waiting)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
        // The tour is short on any machine.
        Budget all = usual.waiting(plan.size() == Size.TOUR ? Duration.ZERO : inAll, longest);
        Budget budget = plan.experiment()
                .atMost(plan.size())
                .map(all::atMost)
                .orElse(all)
                .withRounds(plan.experiment().mostRounds());
        Budget limited = limit.map(budget::atMost).orElse(budget);
        return plan.experiment().lifetime() == Lifetime.PROGRAM ? limited.withoutWarmUp() : limited;
    }

    /** Returns for each cell how long the minimum of its rounds waits for the clock. */
    private static List<Duration> waiting(Plan plan, List<Params> cells, Budget budget) {
        int iterations = plan.contenders().size() * budget.minRounds();
        return cells.stream()
                .map(params -> plan.experiment().waiting(params).multipliedBy(iterations))
                .toList();
    }

    private static int jvms(Plan plan, int cells) {
        return plan.contenders().size() * (plan.experiment().lifetime() == Lifetime.CELL ? cells : 1);
    }

    /** Returns how many cells there are to run. */
    public int cells() {
        return cells.size();
    }

    /** Returns about how long the run may take at most. */
    public Duration limit() {
        return budget.total();
    }

    /**
     * Runs all cells. The JVMs of the contenders have ended when this returns or throws.
     *
     * @param afterCell gets all that is known so far, after each cell
     * @throws InterruptedException if the thread is interrupted; the cell that was under way is lost
     */
    public ExperimentResult run(Progress progress, Consumer<ExperimentResult> afterCell) throws InterruptedException {
        try {
            probes.add(prober.probe());
            for (int index = 0; index < cells.size(); index++) {
                Params params = cells.get(index);
                int knownResults = results.size();
                int knownSkipped = skipped.size();
                runCell(new Cell(params, plan.seed()), new CellProgress(progress, index));
                probes.add(prober.probe());
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted in " + params);
                }
                progress.cellDone(
                        index,
                        params,
                        results.subList(knownResults, results.size()),
                        skipped.subList(knownSkipped, skipped.size()));
                afterCell.accept(result());
            }
            return result();
        } finally {
            lanes.forEach(Lane::close);
        }
    }

    private void runCell(Cell cell, CellProgress progress) throws InterruptedException {
        Experiment experiment = plan.experiment();
        long stateBytes = experiment.stateBytes(cell.params());
        if (plan.size() != Size.FULL && pace.isOutOfTime()) {
            skipAll(cell, outOfTime());
            return;
        }
        pace.beginCell();
        if (stateBytes > ChildJvm.maxHeapBytes() * STATE_SHARE) {
            skipAll(
                    cell,
                    "does not fit the heap: " + gibibytes(stateBytes) + " of state, the heap has "
                            + gibibytes(ChildJvm.maxHeapBytes()));
            return;
        }
        progress.note("expected answers");
        var answers = experiment.answers(cell);
        var residency = Residency.of(experiment.lifetime(), stateBytes * lanes.size(), MachineProbe.memoryBytes());
        List<CellLane> cellLanes = lanes.stream()
                .map(lane -> new CellLane(lane, cell, answers, residency, work(cell.params())))
                .toList();
        new CellRun(cellLanes, experiment.passes(), budget, pace, progress, residency).run();
        if (experiment.lifetime() == Lifetime.CELL && plan.size() != Size.SMOKE) {
            lanes.forEach(Lane::close);
        }
        for (CellLane lane : cellLanes) {
            results.addAll(lane.results());
            lane.skipped().ifPresent(skipped::add);
        }
    }

    /** Returns the work of an iteration, relative to the largest one of size full. */
    private double work(Params params) {
        Experiment experiment = plan.experiment();
        double most = experiment.grid(Size.FULL).cells().stream()
                .mapToDouble(experiment::work)
                .max()
                .orElse(0);
        return most > 0 ? experiment.work(params) / most : 0;
    }

    private String outOfTime() {
        return plan.size() == Size.TOUR
                ? "out of time: what the tour has for this experiment is used up, since the machine is slow or busy"
                : "out of time: the " + budget.total().toSeconds() + " s of size "
                        + plan.size().label() + " are used up";
    }

    private void skipAll(Cell cell, String reason) {
        lanes.forEach(lane -> skipped.add(new Skipped(lane.contender().name(), cell.params(), reason)));
    }

    private ExperimentResult result() {
        return new ExperimentResult(
                plan.experiment().name(),
                plan.size().label(),
                machine,
                plan.command(),
                occasion,
                plan.cells().size(),
                probes,
                results,
                skipped);
    }

    private static String gibibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f GiB", bytes / GIB);
    }
}
