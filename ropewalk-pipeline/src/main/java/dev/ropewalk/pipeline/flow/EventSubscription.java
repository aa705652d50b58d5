package dev.ropewalk.pipeline.flow;

import dev.ropewalk.base.flow.SourceSubscription;
import dev.ropewalk.pipeline.stage.PipelineContext;
import dev.ropewalk.pipeline.stage.Shutdown;
import dev.ropewalk.pipeline.stage.SourceSignal;
import dev.ropewalk.pipeline.stage.StageAttacher;
import dev.ropewalk.pipeline.stage.StageSettings;
import dev.ropewalk.pipeline.stage.StageSource;
import dev.ropewalk.scheduler.park.FlowExecutor;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One subscriber to the events of a pipeline, as a stage of it. An event is taken when it was requested, and passed on to the stages behind, or its
 * place freed, when {@code onNext} has returned. So what isn't requested stays in the ring and holds producers up.
 */
final class EventSubscription<E, T> extends SourceSubscription<T> {
    private final PipelineContext<E> context;
    private final Function<? super E, ? extends T> mapper;
    private final FlowExecutor executor;
    private final boolean isOnly;
    private final String name;
    private final StageSource<E> source;
    private boolean mustLookForTheDead;
    private volatile boolean isLookingAgain;

    /**
     * Makes a subscription, and adds its stage.
     *
     * @param isOnly whether the pipeline ends with the subscriber
     */
    EventSubscription(
            EventSource<E, T> of,
            StageSettings<E> settings,
            List<String> after,
            FlowExecutor executor,
            Flow.Subscriber<? super T> subscriber,
            boolean isOnly) {
        super(subscriber);
        this.context = of.context();
        this.mapper = of.mapper();
        this.executor = executor;
        this.isOnly = isOnly;
        this.name = settings.name();
        StageAttacher<E> attacher = of.attacher();
        Shutdown<E> shutdown = of.shutdown();
        this.source = attacher.attachSource(settings, after, shutdown, new SourceSignal() {
            @Override
            protected void tell() {
                signal();
            }
        });
    }

    @Override
    protected @Nullable T next() {
        try {
            lookForTheDead();
            while (!source.take()) {
                if (endsOrSleeps()) {
                    return null;
                }
            }
            return map();
        } catch (Throwable thrown) {
            endWith(thrown);
            throw thrown;
        }
    }

    /** Ends the pipeline of an only sink, too. */
    private void endWith(Throwable thrown) {
        if (isOnly) {
            context.fail(thrown);
        }
    }

    private boolean endsOrSleeps() {
        if (source.isOver()) {
            end();
            return true;
        }
        if (source.sleep()) {
            lookForTheDeadLater();
            return true;
        }
        return false;
    }

    private void lookForTheDead() {
        if (mustLookForTheDead) {
            mustLookForTheDead = false;
            source.lookForTheDead();
        }
    }

    private @Nullable T map() {
        boolean isEntered = source.enter();
        try {
            if (!isEntered) {
                end();
                return null;
            }
            return Objects.requireNonNull(mapper.apply(source.event()), "the mapper returned null");
        } catch (Throwable thrown) {
            endWith(thrown); // while the event counts as being handled
            throw thrown;
        } finally {
            source.leave();
        }
    }

    private void lookForTheDeadLater() {
        long nanos = source.longestSleep();
        mustLookForTheDead = nanos != Parking.FOREVER;
        if (mustLookForTheDead && !isLookingAgain) {
            isLookingAgain = true;
            Runnable _ = executor.signalAfter(nanos, () -> {
                isLookingAgain = false;
                signal();
            });
        }
    }

    /** Passes on what needs no request, too: events that are to be skipped would hold up producers and the end of the pipeline. */
    @Override
    protected void lookForEnd() {
        try {
            source.passOn();
            lookForTheDead();
            while (!source.seek()) {
                if (endsOrSleeps()) {
                    return;
                }
            }
            source.passOn();
        } catch (Throwable thrown) {
            endWith(thrown);
            throw thrown;
        }
    }

    private void end() {
        Throwable failure = context.lifecycle().failure().orElse(null);
        if (failure != null) {
            fail(failure);
        } else if (source.hasLeft()) {
            fail(context.lifecycle().refusal());
        } else {
            complete();
        }
    }

    /** Leaves the stage of an only sink in as long as the pipeline goes on: without it producers would publish for nobody. */
    @Override
    protected void release() {
        if (!isOnly || context.lifecycle().hasEndedNow()) {
            source.close();
        }
    }

    /** Takes the stage out of a subscription that couldn't begin. */
    void abandon() {
        source.close();
    }

    @Override
    protected void subscriberHasLeft(@Nullable Throwable cause) {
        if (isOnly) {
            context.fail(
                    cause != null
                            ? cause
                            : new CancellationException(
                                    "the sink " + name + " of the pipeline " + context.name() + " has cancelled"));
            source.close();
        }
    }

    @Override
    protected void beforeCall() {
        Steps.before(StepKind.ACCESS, context.lifecycle());
    }

    @Override
    protected void submit(Runnable run) {
        executor.submit(run, this::refuseRun);
    }

    @Override
    protected void report(String what, Throwable thrown) {
        context.log().reportFlow(what, thrown);
    }

    @Override
    public String toString() {
        return "subscription " + name + " to the pipeline " + context.name();
    }
}
