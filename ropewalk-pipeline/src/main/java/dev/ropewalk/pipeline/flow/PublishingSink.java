package dev.ropewalk.pipeline.flow;

import dev.ropewalk.base.flow.SerialSteps;
import dev.ropewalk.base.flow.SinkSubscriber;
import dev.ropewalk.pipeline.Translator;
import dev.ropewalk.pipeline.publish.Publisher;
import dev.ropewalk.pipeline.stage.PipelineContext;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.park.FlowExecutor;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes what a publisher publishes as events of a pipeline. Where the ring is full, which other producers may have filled, the
 * first element waits in the line of producers, without a thread, and those behind it in a queue: there are at most as many as were requested.
 *
 * <p>Why elements keep their order, and none is published twice: they go into the ring by the steps of {@link Pump} only, which don't overlap. A step
 * takes an element from the queue when it is in the ring. While one waits, {@code waiting} holds what will become of it, and steps
 * leave the queue alone until that is decided, which is followed by a signal.
 *
 * <p>So publications follow one another, though in any threads, and may be those of a single producer. A step gives that back when nothing is to be published
 * any more: all was, or the future is done, after which no step publishes. It comes before the future tells that all was published.
 */
public final class PublishingSink<E, T> extends SinkSubscriber<T> {
    private static final int MAX_WINDOW = 256;

    /** How many wait for the future besides users: this. */
    private static final int OWN_DEPENDENTS = 1;

    private final PipelineContext<E> context;
    private final Publisher<E> publisher;
    private final Runnable giveBack;
    private final BiConsumer<? super E, ? super T> filler;
    private final FlowExecutor executor;
    private final Executor room = this::runWhenThereIsRoom;
    private final Runnable endWatch = this::pipelineEnded;
    private final CompletableFuture<Long> done = new CompletableFuture<>();
    private final Queue<T> elements = new ConcurrentLinkedQueue<>();
    private final Pump pump = new Pump();
    private volatile boolean isComplete;
    private volatile long published; // written by steps of the pump

    /**
     * Makes a sink.
     *
     * @param filler writes an element into an event
     * @param giveBack called once, when the publisher isn't needed any more
     * @param executor of publications that have waited
     */
    public PublishingSink(
            PipelineContext<E> context,
            Publisher<E> publisher,
            Runnable giveBack,
            BiConsumer<? super E, ? super T> filler,
            FlowExecutor executor) {
        super(Math.min(MAX_WINDOW, context.ring().capacity()));
        this.context = context;
        this.publisher = publisher;
        this.giveBack = giveBack;
        this.filler = filler;
        this.executor = executor;
        var _ = done.whenComplete((_, _) -> {
            if (done.isCancelled()) {
                leave();
            }
            pump.go();
        });
    }

    /** Returns what completes with the number of events, when all are published; cancelling it ends this. */
    public CompletableFuture<Long> done() {
        return done;
    }

    /** Returns how many elements were published so far. */
    public long published() {
        return published;
    }

    private void runWhenThereIsRoom(Runnable publication) {
        executor.submit(publication, why -> {
            if (publication instanceof Abandonable abandonable) {
                abandonable.abandon();
            }
        });
    }

    private void pipelineEnded() {
        boolean ignored = done.completeExceptionally(context.lifecycle().refusal());
        leave();
    }

    @Override
    protected void opened() {
        context.stages().addEndWatch(endWatch);
        if (!context.lifecycle().isOpenNow()) {
            pipelineEnded();
        }
    }

    @Override
    protected int room() {
        return elements.isEmpty()
                ? (int) Math.min(MAX_WINDOW, context.sequencer().remainingCapacity())
                : 0;
    }

    @Override
    protected void accept(T element) {
        boolean ignored = elements.add(element);
        pump.go();
    }

    @Override
    protected void refuse(T element) {
        // Nobody has it, and the future tells that not all were published.
    }

    @Override
    protected void completed() {
        isComplete = true;
        pump.go();
    }

    @Override
    protected void failed(Throwable cause) {
        boolean isHeard = done.getNumberOfDependents() > OWN_DEPENDENTS;
        if (done.completeExceptionally(cause) && !isHeard) {
            report("it has failed, and nobody waits for done()", cause);
        }
        pump.go();
    }

    @Override
    protected void closed() {
        context.stages().removeEndWatch(endWatch);
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
        return "subscriber of the pipeline " + context.name();
    }

    private void goOn() {
        signalHere();
    }

    private void stopWith(Throwable cause) {
        boolean ignored = done.completeExceptionally(cause);
        leave();
    }

    /** Brings elements into the ring. Its steps are made by whoever has something for it to do. */
    private final class Pump extends SerialSteps {
        /** What becomes of the first element, as long as it waits for room. */
        private @Nullable CompletableFuture<Long> waiting;

        private boolean isGivenBack;

        Pump() {
            run();
        }

        void go() {
            signalHere();
        }

        @Override
        protected boolean step() {
            try {
                publishAll();
            } catch (Throwable thrown) {
                dropAll();
                stopWith(thrown);
            }
            return true;
        }

        private void publishAll() {
            boolean goesOn = settleWaiting();
            while (goesOn) {
                if (done.isDone()) {
                    dropAll();
                    giveBack();
                    return;
                }
                T first = elements.peek();
                if (first == null) {
                    tellEnd();
                    return;
                }
                goesOn = publish(first);
            }
        }

        /** Publishes the first element, or has it wait; returns whether it was published. */
        private boolean publish(T first) {
            Translator<E> translator = (event, sequence) -> fill(event, first);
            if (publisher.tryPublish(translator)) {
                tookFirst();
                return true;
            }
            CompletableFuture<Long> later = publisher.publishAsync(translator, room);
            waiting = later;
            var _ = later.whenComplete((_, _) -> {
                signalHere();
                goOn();
            });
            return false;
        }

        private void fill(E event, T element) {
            if (done.isDone()) {
                throw new CancellationException("the flow has ended before there was room for " + element);
            }
            filler.accept(event, element);
        }

        /** Returns whether no element waits any more. */
        private boolean settleWaiting() {
            CompletableFuture<Long> later = waiting;
            if (later == null) {
                return true;
            }
            if (!later.isDone()) {
                return false;
            }
            waiting = null;
            Throwable failure = later.handle((_, thrown) -> thrown).getNow(null);
            if (failure != null) {
                dropAll();
                stopWith(failure);
                return true;
            }
            tookFirst();
            return true;
        }

        private void tookFirst() {
            T _ = elements.remove();
            long before = published;
            published = before + 1;
            settle();
        }

        private void dropAll() {
            for (T left = elements.poll(); left != null; left = elements.poll()) {
                refuseAndSettle(left);
            }
        }

        private void giveBack() {
            if (!isGivenBack) {
                isGivenBack = true;
                giveBack.run();
            }
        }

        private void tellEnd() {
            if (isComplete && elements.isEmpty()) {
                giveBack();
                boolean ignored = done.complete(published);
            }
        }

        @Override
        protected void submit(Runnable run) {
            throw new AssertionError("steps are made where they are asked for");
        }

        @Override
        protected void refused(Throwable why) {
            throw new AssertionError(why);
        }
    }
}
