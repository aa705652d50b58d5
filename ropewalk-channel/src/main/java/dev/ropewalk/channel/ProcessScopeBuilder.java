package dev.ropewalk.channel;

import dev.ropewalk.base.BuilderSettings;
import dev.ropewalk.base.CheckReturnValue;
import dev.ropewalk.base.Names;
import dev.ropewalk.base.Nulls;
import dev.ropewalk.channel.scope.VirtualThreadScope;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.Steps;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Opens {@linkplain ProcessScope scopes} with a name, a deadline, or scoped values. Immutable: the methods that set something return a changed copy. */
@CheckReturnValue
public final class ProcessScopeBuilder {
    private static final AtomicLong UNNAMED = new AtomicLong();

    private final Scheduler scheduler;
    private final Settings settings;

    /** What can be set, with its defaults. */
    private static final class Settings extends BuilderSettings<Settings> {
        Set<ScopedValue<?>> rebound = Set.of();

        @Nullable
        String name;

        @Nullable
        Duration deadline;
    }

    ProcessScopeBuilder(Scheduler scheduler) {
        this(Objects.requireNonNull(scheduler, "scheduler"), new Settings());
    }

    private ProcessScopeBuilder(Scheduler scheduler, Settings settings) {
        this.scheduler = scheduler;
        this.settings = settings;
    }

    private ProcessScopeBuilder with(Consumer<Settings> change) {
        return new ProcessScopeBuilder(scheduler, settings.with(change));
    }

    /**
     * Sets the name, which is shown in errors and snapshots, and by which the scope is {@linkplain ProcessScope#live listed}. By
     * default each scope gets a number.
     *
     * @throws IllegalArgumentException if it is blank
     */
    public ProcessScopeBuilder name(String name) {
        return with(changed -> changed.name = Names.checked(name, "name"));
    }

    /**
     * Sets how long the scope may take from when it is opened until it is closed. Then it fails with {@link
     * ScopeDeadlineException}, unless it has ended.
     *
     * @throws IllegalArgumentException if it isn't above zero
     */
    public ProcessScopeBuilder deadline(Duration deadline) {
        if (!Objects.requireNonNull(deadline, "deadline").isPositive()) {
            throw new IllegalArgumentException("the deadline must be above 0, but is " + deadline);
        }
        return with(changed -> changed.deadline = deadline);
    }

    /**
     * Adds scoped values that a process has as the thread that spawned it had; those that were not bound then aren't in the
     * process. Scopes opened within do the same with the same values, and those that they add. The JDK passes all values on,
     * but to its own scopes only.
     */
    public ProcessScopeBuilder rebind(ScopedValue<?>... values) {
        Set<ScopedValue<?>> all = new LinkedHashSet<>(settings.rebound);
        all.addAll(Nulls.copy(values, "values"));
        return with(changed -> changed.rebound = Collections.unmodifiableSet(all));
    }

    /**
     * Opens the scope. The calling thread becomes its owner.
     *
     * @throws java.util.concurrent.RejectedExecutionException if there is a deadline, and the scheduler is closed
     */
    public ProcessScope open() {
        String given = settings.name;
        return VirtualThreadScope.open(
                scheduler, given != null ? given : "scope-" + nextNumber(), settings.deadline, settings.rebound);
    }

    private static long nextNumber() {
        long simulated = Steps.simulatedNumber("scope");
        return simulated == 0 ? UNNAMED.incrementAndGet() : simulated;
    }
}
