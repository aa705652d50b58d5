package dev.ropewalk.micrometer;

import dev.ropewalk.micrometer.part.Kind;
import dev.ropewalk.micrometer.part.RegistryFollower;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The meters of all parts that live in this JVM, by the names under which their {@code live()} has them. Modules that aren't there
 * are passed over.
 *
 * {@snippet class="dev.ropewalk.micrometer.snippets.MetricsSnippets" region="all" :
 * try (RopewalkMetrics metrics = new RopewalkMetrics(Tags.of("application", "shop"))) {
 *     metrics.bindTo(registry);
 *     run();
 * }
 * }
 *
 * <p>A daemon thread looks every {@linkplain #INTERVAL ten seconds} which parts have come and gone, until this is closed. Whoever
 * wants to see a part sooner calls {@link #refresh}, for instance before each scrape. A registry that was closed or forgotten is
 * left.
 *
 * <p>Each name is a time series. So of each kind there are at most so many names with meters, of all that have ever been; parts with
 * further names are only counted, in {@code ropewalk.parts.left.out}. Names that end in a number, as those of parts that were
 * given none, have a bound of the same size for themselves. Process scopes and runs of graphs are short, and only counted, in {@code
 * ropewalk.parts}. Channels without a name aren't listed at all.
 *
 * <p>Thread-safe.
 */
public final class RopewalkMetrics implements MeterBinder, AutoCloseable {
    /** How often it is looked which parts there are. */
    public static final Duration INTERVAL = Duration.ofSeconds(10);

    /** How many names of a kind get meters by default. */
    public static final int DEFAULT_MAX_NAMES = 100;

    private static final System.Logger LOG = System.getLogger("dev.ropewalk.micrometer");

    /** Each is asked for when it is needed, for its module may be missing. */
    private static final List<Supplier<Kind<?, ?>>> KINDS = List.of(
            SchedulerMetrics::kind,
            ActorSystemMetrics::kind,
            ChannelMetrics::kind,
            ChannelMetrics::scopes,
            PipelineMetrics::kind,
            BoundedExecutorMetrics::kind,
            LimiterMetrics::kind,
            BudgetMetrics::kind,
            GraphRuns::kind,
            JournalMetrics::kind,
            ClusterMetrics::kind);

    private final Tags tags;
    private final int maxNames;
    private final Duration interval;
    private final List<RegistryFollower> followers = new CopyOnWriteArrayList<>();

    /** Guards what follows, and what is added to the followers. */
    private final Object lock = new Object();

    private @Nullable ScheduledExecutorService thread;
    private boolean isClosed;

    /** Makes a binder with the default bound on names. */
    public RopewalkMetrics(Iterable<Tag> tags) {
        this(tags, DEFAULT_MAX_NAMES);
    }

    /**
     * Makes a binder, which isn't bound yet.
     *
     * @param tags of all meters
     * @param maxNames how many names of a kind get meters
     * @throws IllegalArgumentException if that isn't above zero
     */
    public RopewalkMetrics(Iterable<Tag> tags, int maxNames) {
        this(tags, maxNames, INTERVAL);
    }

    /** Makes a binder that looks as often as a test can wait for it. */
    RopewalkMetrics(Iterable<Tag> tags, int maxNames, Duration interval) {
        if (maxNames < 1) {
            throw new IllegalArgumentException("maxNames is " + maxNames + "; it must be above zero");
        }
        this.tags = Tags.of(Objects.requireNonNull(tags, "tags"));
        this.maxNames = maxNames;
        this.interval = interval;
    }

    /**
     * Registers the meters of all live parts, and from now on those of parts that come. Does nothing if that was done.
     *
     * @throws IllegalStateException if this is closed
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        Objects.requireNonNull(registry, "registry");
        synchronized (lock) {
            if (isClosed) {
                throw new IllegalStateException("these metrics are closed; they can't be bound to " + registry);
            }
            if (followers.stream().noneMatch(follower -> follower.isOf(registry))) {
                followers.add(new RegistryFollower(registry, kinds(), tags, maxNames));
            }
            if (thread == null) {
                thread = startedThread();
            }
        }
    }

    private static List<Kind<?, ?>> kinds() {
        var kinds = new ArrayList<Kind<?, ?>>();
        for (Supplier<Kind<?, ?>> kind : KINDS) {
            try {
                kinds.add(kind.get());
            } catch (NoClassDefFoundError e) {
                LOG.log(Level.DEBUG, "A module of Ropewalk isn't there, and has no meters", e);
            }
        }
        return kinds;
    }

    private ScheduledExecutorService startedThread() {
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform()
                .daemon()
                .name("ropewalk-metrics")
                .inheritInheritableThreadLocals(false)
                .factory());
        var ignored = started.scheduleWithFixedDelay(
                this::refreshByTime, interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
        return started;
    }

    /** A task that throws isn't repeated. */
    private void refreshByTime() {
        try {
            refresh();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.WARNING, "Meters of live parts weren't brought up to date", e);
        }
    }

    /** Adds the meters of parts that have come, and removes those of parts that are gone. */
    public void refresh() {
        followers.removeIf(RegistryFollower::isOver);
        followers.forEach(RegistryFollower::refresh);
    }

    /** Removes the meters from all registries, and ends the thread. The parts go on. */
    @Override
    public void close() {
        synchronized (lock) {
            isClosed = true;
            if (thread != null) {
                thread.shutdownNow();
                thread = null;
            }
            followers.forEach(RegistryFollower::remove);
            followers.clear();
        }
    }
}
