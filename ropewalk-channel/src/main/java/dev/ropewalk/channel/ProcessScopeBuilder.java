package dev.ropewalk.channel;

import dev.ropewalk.base.Names;
import dev.ropewalk.base.Nulls;
import dev.ropewalk.channel.scope.VirtualThreadScope;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Opens {@linkplain ProcessScope scopes} with a name, a deadline, or scoped values. Not thread-safe. */
public final class ProcessScopeBuilder {
    private static final AtomicLong UNNAMED = new AtomicLong();

    private final Scheduler scheduler;
    private final Set<ScopedValue<?>> rebound = new LinkedHashSet<>();
    private @Nullable String name;
    private @Nullable Duration deadline;

    ProcessScopeBuilder(Scheduler scheduler) {
        this.scheduler = Objects.requireNonNull(scheduler, "scheduler");
    }

    /**
     * Sets the name, which is shown in errors and dumps. By default each scope gets a number.
     *
     * @throws IllegalArgumentException if it is blank
     */
    public ProcessScopeBuilder name(String name) {
        this.name = Names.checked(name, "name");
        return this;
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
        this.deadline = deadline;
        return this;
    }

    /**
     * Adds scoped values that a process has as the thread that spawned it had; those that were not bound then aren't in the
     * process. Scopes opened within do the same with the same values, and those that they add. The JDK passes all values on,
     * but to its own scopes only.
     */
    public ProcessScopeBuilder rebind(ScopedValue<?>... values) {
        rebound.addAll(Nulls.copy(values, "values"));
        return this;
    }

    /**
     * Opens the scope. The calling thread becomes its owner.
     *
     * @throws java.util.concurrent.RejectedExecutionException if there is a deadline, and the scheduler is closed
     */
    public ProcessScope open() {
        String given = name;
        return VirtualThreadScope.open(
                scheduler, given != null ? given : "scope-" + UNNAMED.incrementAndGet(), deadline, rebound);
    }
}
