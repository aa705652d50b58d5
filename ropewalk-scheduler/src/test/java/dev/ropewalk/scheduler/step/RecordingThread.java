package dev.ropewalk.scheduler.step;

import dev.ropewalk.scheduler.Scheduler;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** A thread of a simulation that schedules nothing: it runs a body, and writes down the points that the body comes to. */
public final class RecordingThread extends SchedulerThread {
    /** What a body was about to do to what. */
    public record Point(StepKind kind, Object resource) {}

    private final FutureTask<?> body;
    private final @Nullable Scheduler scheduler;
    private final Set<FaultKind> faults;
    private final List<Point> points;
    private long lastNumber;

    private RecordingThread(
            Callable<?> body, @Nullable Scheduler scheduler, Set<FaultKind> faults, List<Point> points) {
        super("recording");
        this.points = points;
        this.body = new FutureTask<>(body);
        this.scheduler = scheduler;
        this.faults = faults;
        setDaemon(true);
    }

    /** Runs a body in which faults of some kinds happen wherever they can; returns its points. */
    public static List<Point> points(Callable<?> body, FaultKind... faults) throws Exception {
        return run(new RecordingThread(body, null, setOf(faults), new ArrayList<>()));
    }

    private static Set<FaultKind> setOf(FaultKind... faults) {
        Set<FaultKind> kinds = EnumSet.noneOf(FaultKind.class);
        kinds.addAll(List.of(faults));
        return kinds;
    }

    /** As {@link #points}, of a simulation by a given scheduler. */
    public static List<Point> pointsWith(Scheduler scheduler, Callable<?> body) throws Exception {
        return run(new RecordingThread(body, scheduler, Set.of(), new ArrayList<>()));
    }

    /** Returns what makes threads that add their points to a list, and in which faults of some kinds happen. */
    public static ThreadFactory factory(List<Point> points, FaultKind... faults) {
        Steps.watch();
        return body -> new RecordingThread(Executors.callable(body), null, setOf(faults), points);
    }

    /** Returns what kinds of points a body comes to. */
    public static List<StepKind> kinds(Callable<?> body, FaultKind... faults) throws Exception {
        return points(body, faults).stream().map(Point::kind).toList();
    }

    private static List<Point> run(RecordingThread thread) throws Exception {
        Steps.watch();
        thread.start();
        thread.body.get();
        return thread.points;
    }

    @Override
    public void run() {
        body.run();
    }

    @Override
    public Optional<Scheduler> scheduler() {
        return Optional.ofNullable(scheduler);
    }

    @Override
    protected long nextNumber(String kind) {
        return ++lastNumber;
    }

    @Override
    protected void before(StepKind kind, Object resource) {
        points.add(new Point(kind, resource));
    }

    @Override
    protected boolean isStruck(FaultKind kind, Object place) {
        return faults.contains(kind);
    }

    @Override
    protected boolean isSimulated() {
        return true;
    }
}
