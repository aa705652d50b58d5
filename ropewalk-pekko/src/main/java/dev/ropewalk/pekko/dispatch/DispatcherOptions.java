package dev.ropewalk.pekko.dispatch;

import static java.util.Map.entry;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerBuilder;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;

/** What a dispatcher's section {@code ropewalk} says, checked. */
public final class DispatcherOptions {
    private static final String SECTION = "ropewalk";
    private static final String SCHEDULER = "scheduler";
    private static final String AFFINITY = "affinity";

    private static final Map<String, Option> OF_SCHEDULERS = Map.ofEntries(
            entry("workers", (builder, config, key) -> builder.workers(config.getInt(key))),
            entry("max-spare-workers", (builder, config, key) -> builder.maxSpareWorkers(config.getInt(key))),
            entry("newest-first", (builder, config, key) -> builder.newestFirst(config.getBoolean(key))),
            entry("pin-workers", (builder, config, key) -> builder.pinWorkers(config.getBoolean(key))),
            entry("task-budget", (builder, config, key) -> builder.taskBudget(config.getInt(key))),
            entry("steals-to-rehome", (builder, config, key) -> builder.stealsToRehome(config.getInt(key))),
            entry("max-wait", (builder, config, key) -> builder.maxWait(config.getDuration(key))),
            entry("time-budget", (builder, config, key) -> builder.timeBudget(config.getDuration(key))),
            entry("steal-price", (builder, config, key) -> builder.stealPrice(config.getDuration(key))),
            entry("spin", (builder, config, key) -> builder.spin(config.getDuration(key))),
            entry("stuck-after", (builder, config, key) -> builder.stuckAfter(config.getDuration(key))));

    private final SchedulerBuilder builder;
    private final Optional<Scheduler> scheduler;
    private final boolean affinity;

    private DispatcherOptions(SchedulerBuilder builder, Optional<Scheduler> scheduler, boolean affinity) {
        this.builder = builder;
        this.scheduler = scheduler;
        this.affinity = affinity;
    }

    @FunctionalInterface
    private interface Option {
        SchedulerBuilder apply(SchedulerBuilder builder, Config config, String key);
    }

    /**
     * Reads the section of a dispatcher.
     *
     * @param isGiven whether the program gives a scheduler, so that none is made
     * @throws IllegalArgumentException if something there is no option, has a wrong value, or has no meaning beside another;
     *     or if a scheduler that it names doesn't live
     */
    public static DispatcherOptions of(Config dispatcher, boolean isGiven) {
        String id = dispatcher.hasPath("id") ? dispatcher.getString("id") : "dispatcher";
        Config section = read(id, dispatcher, SECTION, () -> dispatcher.getConfig(SECTION), ConfigFactory.empty());
        Optional<String> scheduler =
                read(id, section, SCHEDULER, () -> Optional.of(section.getString(SCHEDULER)), Optional.empty());
        boolean affinity = read(id, section, AFFINITY, () -> section.getBoolean(AFFINITY), false);
        SchedulerBuilder builder = Scheduler.builder();
        for (String key : new TreeSet<>(section.root().keySet())) {
            Option option = OF_SCHEDULERS.get(key);
            if (option != null) {
                if (isGiven || scheduler.isPresent()) {
                    throw new IllegalArgumentException(in(id, key)
                            + " has no meaning: the dispatcher has no scheduler of its own but runs on "
                            + scheduler.map(name -> "'" + name + "'").orElse("that of RopewalkSetup"));
                }
                SchedulerBuilder before = builder;
                builder = read(id, section, key, () -> option.apply(before, section, key), before);
            } else if (!key.equals(SCHEDULER) && !key.equals(AFFINITY)) {
                var known = new TreeSet<>(OF_SCHEDULERS.keySet());
                known.add(SCHEDULER);
                known.add(AFFINITY);
                throw new IllegalArgumentException(in(id, key) + " is no option; options are " + known);
            }
        }
        return new DispatcherOptions(builder, scheduler.map(name -> living(id, name)), affinity);
    }

    private static <T> T read(String id, Config config, String key, Supplier<T> value, T otherwise) {
        if (!config.hasPath(key)) {
            return otherwise;
        }
        try {
            return value.get();
        } catch (ConfigException | IllegalArgumentException wrong) {
            throw new IllegalArgumentException(
                    in(id, key) + " = " + config.getValue(key).unwrapped() + " is wrong: " + wrong.getMessage(), wrong);
        }
    }

    private static String in(String id, String key) {
        return id + ": " + (key.equals(SECTION) ? SECTION : SECTION + "." + key);
    }

    /**
     * Returns a running executor.
     *
     * @param name of the executor and of a scheduler of its own
     * @param given the scheduler that the program gives to all dispatchers; one that the options name comes first
     */
    public ExecutorService start(String name, Optional<Scheduler> given, DispatcherThreads threads) {
        Optional<Scheduler> shared = scheduler.or(() -> given);
        Scheduler runs = shared.orElseGet(() -> threads.start(builder.name(name)));
        return new DispatcherExecutor(name, runs, shared.isEmpty(), affinity, threads.failures());
    }

    private static Scheduler living(String id, String name) {
        Map<String, Scheduler> live = Scheduler.live();
        Scheduler found = live.get(name);
        if (found == null) {
            throw new IllegalArgumentException(in(id, SCHEDULER) + " = " + name
                    + " is wrong: no scheduler with that name lives; there are " + live.keySet());
        }
        return found;
    }
}
