package dev.ropewalk.micrometer;

import dev.ropewalk.base.BuilderSettings;
import dev.ropewalk.base.CheckReturnValue;
import dev.ropewalk.micrometer.context.LogNames;
import dev.ropewalk.micrometer.context.MessageSpans;
import dev.ropewalk.micrometer.context.SnapshotCarrier;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import io.micrometer.observation.ObservationRegistry;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Installs a {@link ContextPropagation}. Immutable: each method returns another builder. */
@CheckReturnValue
public final class ContextPropagationBuilder {
    private final Settings settings;

    private static final class Settings extends BuilderSettings<Settings> {
        @Nullable
        ContextSnapshotFactory snapshots;

        @Nullable
        ObservationRegistry observations;

        boolean beginTraces;

        boolean logNames = true;
    }

    ContextPropagationBuilder() {
        this(new Settings());
    }

    private ContextPropagationBuilder(Settings settings) {
        this.settings = settings;
    }

    private ContextPropagationBuilder with(Consumer<Settings> change) {
        return new ContextPropagationBuilder(settings.with(change));
    }

    /**
     * Sets what makes the snapshots. By default it takes all that the library's own registry has, and a context that lacks something
     * hides what the thread that handles it has; where SLF4J is, its MDC goes along: an accessor for it is added to that registry,
     * unless it has one.
     */
    public ContextPropagationBuilder snapshots(ContextSnapshotFactory value) {
        return with(changed -> changed.snapshots = Objects.requireNonNull(value, "snapshots"));
    }

    /**
     * Sets where messages are observed; by default they aren't. Each that is sent within an observation is one itself, {@code
     * ropewalk.send}, and where it is handled another one, {@code ropewalk.process}. With Micrometer's tracing they are spans by
     * OpenTelemetry's conventions for messaging. Tasks and processes are no messages: they go on in the observation of their submitter.
     */
    public ContextPropagationBuilder observations(ObservationRegistry value) {
        return with(changed -> changed.observations = Objects.requireNonNull(value, "observations"));
    }

    /**
     * Sets whether a message that is sent outside of all observations is observed, too. With tracing its {@code ropewalk.send} begins a trace, of which all is
     * part that its handling sends. By default it isn't: each message of a timer and of work in the background would begin a trace, so sample those.
     * Without {@link #observations} this changes nothing.
     */
    public ContextPropagationBuilder beginTraces(boolean value) {
        return with(changed -> changed.beginTraces = value);
    }

    /**
     * Sets whether the names of the part whose code runs are in the MDC of SLF4J, so that each line of its log has them: {@code
     * ropewalk.actor} is the path of an actor; {@code ropewalk.scope} and {@code ropewalk.run} are the names of a process scope and of a run
     * of a graph, with {@code ropewalk.task} for the process and the action; {@code ropewalk.executor}, {@code ropewalk.channel} and {@code
     * ropewalk.pipeline} are those of the others. By default they are, where SLF4J is.
     */
    public ContextPropagationBuilder logNames(boolean value) {
        return with(changed -> changed.logNames = value);
    }

    /**
     * Installs it.
     *
     * @throws IllegalStateException if another one is installed in this JVM
     */
    public ContextPropagation install() {
        ContextSnapshotFactory snapshots = settings.snapshots;
        boolean hasMdc = LogNames.isPossible();
        ObservationRegistry observations = settings.observations;
        return ContextPropagation.install(new SnapshotCarrier(
                snapshots == null ? ofAll(hasMdc) : snapshots,
                observations == null ? null : new MessageSpans(observations, settings.beginTraces),
                settings.logNames && hasMdc ? new LogNames() : null));
    }

    private static ContextSnapshotFactory ofAll(boolean hasMdc) {
        ContextRegistry registry = ContextRegistry.getInstance();
        if (hasMdc && registry.getThreadLocalAccessors().stream().noneMatch(ContextPropagationBuilder::isOfMdc)) {
            registry.registerThreadLocalAccessor(new Slf4jThreadLocalAccessor());
        }
        return ContextSnapshotFactory.builder()
                .contextRegistry(registry)
                .clearMissing(true)
                .build();
    }

    private static boolean isOfMdc(Object accessor) {
        return accessor instanceof Slf4jThreadLocalAccessor;
    }
}
