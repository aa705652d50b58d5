package dev.ropewalk.lab.pi;

import com.lmax.disruptor.SleepingWaitStrategy;
import dev.ropewalk.lab.blocking.Jox;
import dev.ropewalk.lab.blocking.RopewalkChannels;
import dev.ropewalk.lab.coroutines.CoroutineHost;
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
import dev.ropewalk.lab.isolation.Apart;
import dev.ropewalk.scheduler.Scheduler;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.function.IntFunction;
import java.util.stream.LongStream;

/** An approximation of pi in many small jobs: what each concurrency model takes to deal and collect. */
public final class Pi implements Experiment {
    static final Metric PER_JOB =
            new Metric("per-job", "ns", Metric.Better.LOWER, "Wall time of one iteration, divided by its jobs.");

    private static final Pass PASS = new Pass("time", 1, List.of(Metric.TIME, PER_JOB, Metric.CPU, Metric.PEAK_MEMORY));
    private static final long MAX_JOBS = 100_000_000;
    /** What was found to be right when this was first measured: mailboxes neither starve nor grow old. */
    private static final long WINDOW = 5000;

    private static final String MAIN = "ropewalk-actors";
    private static final String LIMIT = "limit";

    /** Makes the experiment. */
    public Pi() {}

    @Override
    public String name() {
        return "pi";
    }

    @Override
    public String question() {
        return "What does it cost to deal many small jobs and to collect their results? Each job sums a slice of a series"
                + " for pi, and all results are added to one total. With 100 terms a job coordination dominates, with"
                + " 1000 computation.";
    }

    @Override
    public String finding() {
        return "Rüdiger Möller, January 2014, threads with a shared sum, Akka, Abstraktor and the Disruptor: at 1 000 000"
                + " jobs of 100 terms a Disruptor with sharded handlers is more than twice as fast as the next. Unbounded"
                + " mailboxes grow beyond 100 000 messages and pay for it in allocation and garbage collection.";
    }

    @Override
    public List<Parameter> parameters() {
        return List.of(
                new Parameter.Count(Slices.WORKERS, "", "threads of each contender, and workers that compute", 1, 1024),
                new Parameter.Count(Slices.JOBS, "", "jobs an iteration", 1, MAX_JOBS),
                new Parameter.Count(Slices.ITERATIONS, "", "terms of the series in each job", 1, 1_000_000),
                new Parameter.Count(Slices.WINDOW, "", "jobs under way at most, no bound if that is all", 1, MAX_JOBS));
    }

    @Override
    public Grid grid(Size size) {
        long cores = Runtime.getRuntime().availableProcessors();
        return switch (size) {
            case SMOKE -> cells(List.of(cores), 10_000, 1000);
            case TOUR ->
                cells(List.of(cores), 1_000_000, 100_000)
                        .replacing(Map.of(Slices.JOBS, List.of(1_000_000), Slices.ITERATIONS, List.of(100)));
            case QUICK -> cells(List.of(cores), 1_000_000, 100_000);
            case FULL -> {
                Grid bounded = cells(LongStream.rangeClosed(1, cores).boxed().toList(), 1_000_000, 100_000);
                yield bounded.and(bounded.by(Slices.WINDOW, MAX_JOBS));
            }
        };
    }

    private static Grid cells(List<Long> workers, long smallJobs, long largeJobs) {
        Grid grid = Grid.unit().by(Slices.WORKERS, workers);
        return grid.by(Slices.JOBS, smallJobs)
                .by(Slices.ITERATIONS, 100)
                .and(grid.by(Slices.JOBS, largeJobs).by(Slices.ITERATIONS, 1000))
                .by(Slices.WINDOW, WINDOW);
    }

    @Override
    public String chartParameter() {
        return Slices.WORKERS;
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                contender(
                        LIMIT,
                        "The same loops without any coordination, one thread a worker: what nobody can beat.",
                        Limit::new),
                contender(
                        "threads-cas",
                        "Plain threads that take the number of the next job from a shared counter and add each result to a"
                                + " shared sum by compare-and-set. Nobody deals.",
                        ThreadsCas::new),
                jdk(
                        "threadpool",
                        "Executors.newFixedThreadPool: one thread submits each job as a task, which adds its result to a"
                                + " DoubleAdder. The thread that submits keeps to the window.",
                        Executors::newFixedThreadPool),
                jdk("forkjoin", "new ForkJoinPool, of the same structure as threadpool.", ForkJoinPool::new),
                contender(
                                "vthreads",
                                "A virtual thread for each job, of the same structure as threadpool.",
                                slices -> new Tasks(slices, Thread::startVirtualThread, () -> {}))
                        .refusing(Pi::otherThanCores),
                contender(
                        "pekko",
                        "Pekko's classic actors: one thread deals the jobs to worker actors in turn, whose results one"
                                + " collector adds. Mailboxes are unbounded; the thread that deals keeps to the window.",
                        PekkoActors::new),
                contender(
                                "kotlin",
                                "Kotlin's coroutines on Dispatchers.Default: one deals the jobs into a buffered channel,"
                                        + " workers take whichever is next, and one collector adds the results, which come"
                                        + " through another channel. The buffers keep to the window.",
                                slices -> new KotlinFarm(slices, CoroutineHost.ofKotlin()))
                        .refusing(Pi::otherThanCores)
                        .withJvmArgs(CoroutineHost.PARALLELISM),
                contender(
                        "kotlin-on-ropewalk",
                        "The same coroutines on the dispatcher of Ropewalk's workers.",
                        slices -> new KotlinFarm(slices, CoroutineHost.ofRopewalk(slices.workers()))),
                contender(
                                "jox",
                                "Jox, channels for virtual threads, on the JDK's scheduler, of the same structure as"
                                        + " Kotlin's.",
                                slices -> new ProcessFarm(slices, new Jox()))
                        .refusing(Pi::otherThanCores),
                contender(
                        "disruptor-sharded",
                        "The LMAX Disruptor: one thread publishes the jobs, every handler sees each of them and computes"
                                + " its share, and a handler behind them adds the results. Its ring keeps to the window; it waits"
                                + " by SleepingWaitStrategy, the best for it where its threads outnumber the cores.",
                        slices -> new ShardedDisruptor(slices, new SleepingWaitStrategy())),
                contender(
                                "disruptor-pool",
                                "The worker pool that the LMAX Disruptor had up to version 3, each job to whichever worker is"
                                        + " free. Ring, waiting and the handler that adds are those of disruptor-sharded.",
                                PooledDisruptor::new)
                        .refusing(params -> Apart.refusal()),
                contender(
                                "kontraktor",
                                "Kontraktor's typed actors, of the same structure as Pekko's; each actor has a thread, which"
                                        + " polls. What it calls the size of a mailbox is that of the ring, but bounds nothing"
                                        + " in version 5; the thread that deals keeps to the window.",
                                KontraktorActors::new)
                        .refusing(params -> Apart.refusal()),
                contender(
                        "ropewalk-tasks",
                        "Ropewalk's Scheduler.execute, of the same structure as threadpool.",
                        Pi::ropewalkTasks),
                contender(MAIN, "Ropewalk's actors, of the same structure as Pekko's.", RopewalkActors::new),
                contender(
                                "ropewalk-channels",
                                "Ropewalk's channels, on virtual threads of its own workers, of the same structure as"
                                        + " Kotlin's.",
                                slices -> new ProcessFarm(slices, RopewalkChannels.onWorkers(slices.workers())))
                        .refusing(params -> Carriers.refusalOfWorkers())
                        .withJvmArgs("--add-opens=java.base/java.lang=ALL-UNNAMED"),
                contender(
                        "ropewalk-pipeline",
                        "A pipeline of Ropewalk, of the same structure as the sharded Disruptor. Its threads back off"
                                + " while they wait, as that one's do. Results are added by whichever shard is done last.",
                        RopewalkPipeline::new));
    }

    private static Optional<String> otherThanCores(Params params) {
        return Carriers.refusal(params.integer(Slices.WORKERS));
    }

    private static Contender jdk(String name, String description, IntFunction<ExecutorService> opener) {
        return contender(name, description, slices -> {
            ExecutorService pool = opener.apply(slices.workers());
            return new Tasks(slices, pool, pool::close);
        });
    }

    private static Model ropewalkTasks(Slices slices) {
        Scheduler scheduler = Scheduler.builder().workers(slices.workers()).build();
        return new Tasks(slices, scheduler, scheduler::close);
    }

    private static Contender contender(String name, String description, Model.Opener opener) {
        return Contender.of(name, description, cell -> {
            Slices slices = Slices.of(cell);
            return new PiTrial(slices, opener.open(slices));
        });
    }

    @Override
    public Tour tour() {
        return new Tour(
                List.of(MAIN, "ropewalk-pipeline", "threads-cas", "disruptor-sharded", "pekko", LIMIT),
                "A million jobs of 100 terms: here coordination dominates, and the published contenders are furthest"
                        + " apart.");
    }

    @Override
    public String mainContender() {
        return MAIN;
    }

    @Override
    public List<Headline> headlines() {
        return List.of(new Headline(PER_JOB.name(), "What dealing out a small job and collecting its result costs."));
    }

    @Override
    public Optional<String> limit() {
        return Optional.of(LIMIT);
    }

    @Override
    public List<Pass> passes() {
        return List.of(PASS);
    }

    @Override
    public double work(Params params) {
        return (double) params.number(Slices.JOBS) * params.number(Slices.ITERATIONS);
    }

    @Override
    public Answers answers(Cell cell) {
        return Answers.always(Slices.of(cell).answer());
    }
}
