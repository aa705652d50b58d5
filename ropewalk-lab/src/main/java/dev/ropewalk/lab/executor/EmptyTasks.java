package dev.ropewalk.lab.executor;

import dev.ropewalk.lab.experiment.Answers;
import dev.ropewalk.lab.experiment.Carriers;
import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Grid;
import dev.ropewalk.lab.experiment.Headline;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Parameter;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Tour;
import dev.ropewalk.lab.experiment.Trial;
import dev.ropewalk.scheduler.Scheduler;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntFunction;

/** Empty tasks on executors: what submitting and running one costs, whatever it does. */
public final class EmptyTasks implements Experiment {
    static final String SHAPE = "shape";
    static final String TASKS = "tasks";
    static final Metric PER_TASK =
            new Metric("per-task", "ns", Metric.Better.LOWER, "Wall time of one iteration, divided by its tasks.");

    private static final String WORKERS = "workers";
    private static final int MAX_TASKS = (1 << 30) - 1;
    private static final Pass PASS =
            new Pass("time", 1, List.of(Metric.TIME, PER_TASK, Metric.CPU, Metric.PEAK_MEMORY));

    /** Makes the experiment. */
    public EmptyTasks() {}

    @Override
    public String name() {
        return "executor";
    }

    @Override
    public String question() {
        return "What does an executor cost by itself? Empty tasks are submitted by one thread outside the pool, by one"
                + " task inside, and by each other in a binary recursion on plain Executor.execute.";
    }

    @Override
    public String finding() {
        return "Measured for Ropewalk, not published before: the JDK's pools are the yardstick. The aim is at most 0.8 of"
                + " ForkJoinPool's time, and nowhere slower than a fixed pool.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter.Count(WORKERS, "", "threads of each contender", 1, 1024),
                new Parameter.Choice(SHAPE, "where tasks come from", Shape.labels()),
                new Parameter.Count(
                        TASKS,
                        "",
                        "tasks an iteration; a recursion is the largest full tree of so many",
                        1,
                        MAX_TASKS));
    }

    @Override
    public Grid grid(Size size) {
        long cores = Runtime.getRuntime().availableProcessors();
        Grid grid = Grid.unit().by(WORKERS, cores).by(SHAPE, Shape.labels());
        return switch (size) {
            case SMOKE -> grid.by(TASKS, (1 << 15) - 1);
            case TOUR -> grid.by(SHAPE, Shape.RECURSION.label()).by(TASKS, (1 << 20) - 1);
            case QUICK -> grid.by(TASKS, (1 << 20) - 1);
            case FULL -> grid.by(TASKS, (1 << 17) - 1, (1 << 20) - 1, (1 << 23) - 1);
        };
    }

    @Override
    public String chartParameter() {
        return SHAPE;
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                jdk("threadpool", "Executors.newFixedThreadPool: one shared queue.", Executors::newFixedThreadPool),
                jdk("forkjoin", "new ForkJoinPool: work stealing, own tasks in LIFO order.", ForkJoinPool::new),
                jdk(
                        "workstealing",
                        "Executors.newWorkStealingPool: a ForkJoinPool, own tasks in FIFO order.",
                        Executors::newWorkStealingPool),
                jdk(
                                "vthreads",
                                "Executors.newVirtualThreadPerTaskExecutor: a virtual thread for each task.",
                                workers -> Executors.newVirtualThreadPerTaskExecutor())
                        .refusing(params -> Carriers.refusal(params.integer(WORKERS))),
                Contender.of("ropewalk", "Ropewalk's Scheduler.execute.", EmptyTasks::ropewalk),
                Contender.of(
                        "ropewalk-service", "Ropewalk's Scheduler.asExecutorService.", EmptyTasks::ropewalkService));
    }

    private static Contender jdk(String name, String description, IntFunction<ExecutorService> opener) {
        return Contender.of(name, description, cell -> {
            ExecutorService pool = opener.apply(cell.params().integer(WORKERS));
            return new ExecutorTrial(cell, pool, pool::close);
        });
    }

    private static Trial ropewalk(Cell cell) {
        Scheduler scheduler = scheduler(cell);
        return new ExecutorTrial(cell, scheduler, scheduler::close);
    }

    private static Trial ropewalkService(Cell cell) {
        Scheduler scheduler = scheduler(cell);
        return new ExecutorTrial(cell, scheduler.asExecutorService(), scheduler::close);
    }

    private static Scheduler scheduler(Cell cell) {
        return Scheduler.builder().workers(cell.params().integer(WORKERS)).build();
    }

    @Override
    public Tour tour() {
        return new Tour(
                List.of(mainContender(), "forkjoin", "threadpool"),
                "Tasks that submit tasks, in a binary recursion: what ForkJoinPool was made for.");
    }

    @Override
    public String mainContender() {
        return "ropewalk";
    }

    @Override
    public List<Headline> headlines() {
        return List.of(new Headline(PER_TASK.name(), "What an executor adds to each task, whatever the task does."));
    }

    @Override
    public List<Pass> passes() {
        return List.of(PASS);
    }

    /** Returns an answer as contenders give it. */
    static String answer(long tasks) {
        return tasks + " tasks";
    }

    @Override
    public double work(Params params) {
        return params.number(TASKS);
    }

    @Override
    public Answers answers(Cell cell) {
        Shape shape = Shape.of(cell.params().text(SHAPE));
        return Answers.always(answer(shape.actualTasks(cell.params().integer(TASKS))));
    }
}
