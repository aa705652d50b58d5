package dev.ropewalk.lab.driver;

import dev.ropewalk.lab.experiment.Answers;
import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.result.Result;
import dev.ropewalk.lab.result.Skipped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A contender in one cell: its samples, or why it has none. Used by one thread. */
final class CellLane {
    private final Lane lane;
    private final Cell cell;
    private final Answers answers;
    private final Residency residency;
    private final double work;
    private final Map<Metric, List<Double>> samples = new LinkedHashMap<>();
    private @Nullable Skipped skipped;
    /** Why some metric has no value, as the last iteration told. */
    private @Nullable Skipped missed;

    private int iterations;
    private Duration longest = Duration.ZERO;

    /**
     * Makes a lane.
     *
     * @param work of an iteration, relative to the largest one of size full
     */
    CellLane(Lane lane, Cell cell, Answers answers, Residency residency, double work) {
        this.lane = lane;
        this.cell = cell;
        this.answers = answers;
        this.residency = residency;
        this.work = work;
        lane.givenUp()
                .ifPresentOrElse(
                        this::fail,
                        () -> lane.contender()
                                .refusal()
                                .apply(cell.params())
                                .ifPresent(reason -> skipped = new Skipped(name(), cell.params(), reason)));
    }

    String name() {
        return lane.contender().name();
    }

    boolean isActive() {
        return skipped == null;
    }

    boolean isWarm() {
        return lane.isWarm();
    }

    /** Starts the JVM, without waiting for it. */
    void start() throws InterruptedException {
        if (residency != Residency.PROCESS) {
            attempt(lane::start);
        }
    }

    /** Gets the state ready if it stays for the whole cell. */
    void prepare() throws InterruptedException {
        if (residency == Residency.CELL) {
            attempt(this::open);
        }
    }

    /** Runs one iteration; scored or not, its answer must be right. */
    void iterate(Pass pass, boolean scored) throws InterruptedException {
        switch (residency) {
            case CELL -> attempt(() -> take(pass, scored));
            case TURN ->
                attempt(() -> {
                    open();
                    take(pass, false);
                    take(pass, scored);
                    ask(Request.release());
                });
            case PROCESS ->
                attempt(() -> {
                    open();
                    take(pass, scored);
                    lane.close();
                });
        }
    }

    /** Drops the state, so that the next cell finds the memory free. */
    void release() throws InterruptedException {
        if (residency == Residency.CELL) {
            attempt(() -> ask(Request.release()));
        }
    }

    List<Result> results() {
        if (!isActive()) {
            return List.of();
        }
        return samples.entrySet().stream()
                .map(entry -> Result.of(name(), cell.params(), entry.getKey(), entry.getValue()))
                .toList();
    }

    Optional<Skipped> skipped() {
        return Optional.ofNullable(skipped == null ? missed : skipped);
    }

    private void open() throws ChildFailure, InterruptedException {
        ask(Request.prepare(cell.params(), cell.seed()));
        iterations = 0;
    }

    private void take(Pass pass, boolean scored) throws ChildFailure, InterruptedException {
        if (!isActive()) {
            return;
        }
        long start = System.nanoTime();
        Reply reply = ask(Request.run(pass.name()));
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        longest = took.compareTo(longest) > 0 ? took : longest;
        String expected = answers.at(iterations++, pass);
        if (!expected.equals(reply.answer())) {
            skipped = Skipped.wrong(name(), cell.params(), iterations, expected, String.valueOf(reply.answer()));
        } else if (scored) {
            if (reply.missed() != null) {
                missed = Skipped.missed(name(), cell.params(), reply.missed());
            }
            for (Metric metric : pass.metrics()) {
                Double value = reply.values().get(metric.name());
                if (value != null) {
                    samples.computeIfAbsent(metric, key -> new ArrayList<>()).add(value);
                }
            }
        }
    }

    private Reply ask(Request request) throws ChildFailure, InterruptedException {
        return lane.ask(request, lane.timeout(work, longest));
    }

    private void attempt(Step step) throws InterruptedException {
        if (!isActive()) {
            return;
        }
        try {
            step.run();
        } catch (ChildFailure failure) {
            lane.fail(failure);
            fail(failure.reason());
        }
    }

    private void fail(String how) {
        skipped = Skipped.failed(name(), cell.params(), how);
    }

    @FunctionalInterface
    private interface Step {
        void run() throws ChildFailure, InterruptedException;
    }
}
