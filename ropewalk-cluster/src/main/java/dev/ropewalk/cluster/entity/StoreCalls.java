package dev.ropewalk.cluster.entity;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a type's {@link dev.ropewalk.cluster.store.RememberedKeys}: made one after another on a strand, some at a time, and made again after a pause when they
 * fail. When the scheduler is closed nothing is called any more, and nobody waits. All but {@link #run} and {@link #tryRun} is called on the strand.
 */
final class StoreCalls {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final int MAX_AT_A_TIME = 64;
    private static final int CALLS_SHOWN = 3;

    /** A call that takes longer is told, once. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final Scheduler scheduler;
    private final LimitedLog log;
    private final Strand strand;
    private final Queue<Call> waiting = new ArrayDeque<>();

    /** The calls that haven't been answered, the oldest first. */
    private final Set<Answer> running = new LinkedHashSet<>();

    private boolean isWatched;

    /** A call, which may be made several times. */
    abstract static class Call {
        private Duration pause = FIRST_PAUSE;

        /** Its turn may come; returns false if it isn't to be made any more. Called before each time. */
        abstract boolean begins();

        /** Returns whether it isn't to be made, though it has begun. */
        abstract boolean isDropped();

        /** Makes the call. */
        abstract CompletionStage<?> make();

        /** It has succeeded. */
        abstract void succeeded();

        /** It has failed, and is made again after a pause if it is to be made still. */
        abstract void failed();

        /** What has begun has ended: it has succeeded, failed, or was dropped. */
        abstract void ended();

        /** Returns what the call is for. */
        abstract String what();
    }

    StoreCalls(Scheduler scheduler, LimitedLog log) {
        this.scheduler = scheduler;
        this.log = log;
        this.strand = scheduler.newStrand();
    }

    /** Runs something on the strand, soon; any thread may call this. */
    void run(Runnable task) {
        boolean ignored = tryRun(task);
    }

    /** As {@link #run}; returns false if the scheduler is closed. */
    boolean tryRun(Runnable task) {
        try {
            strand.execute(task);
            return true;
        } catch (RejectedExecutionException closed) {
            return false;
        }
    }

    /** Runs something on the strand, later. */
    void runLater(Runnable task, Duration delay) {
        try {
            var ignored = scheduler.schedule(strand, task, delay);
        } catch (RejectedExecutionException closed) {
            waiting.clear(); // nothing is called any more
        }
    }

    /** Makes a call when it is its turn. */
    void submit(Call call) {
        if (call.begins()) {
            waiting.add(call);
            makeWaiting();
        }
    }

    private void makeWaiting() {
        while (running.size() < MAX_AT_A_TIME && !waiting.isEmpty()) {
            Call call = waiting.element();
            Answer answer = call.isDropped() ? null : new Answer(call, scheduler.nanoTime());
            if (answer != null) {
                running.add(answer);
            }
            Call ignored = waiting.remove(); // not before, since memory may run out
            if (answer == null) {
                call.ended();
            } else {
                make(call, answer);
            }
        }
    }

    private void make(Call call, Answer answer) {
        try {
            watch(SILENCE);
            CompletionStage<?> stage = Objects.requireNonNull(call.make(), "the stage of a call is null");
            var ignored = stage.whenComplete(answer);
        } catch (Throwable thrown) { // by code of users: also an error, or nobody would go on
            answer.accept(null, thrown);
        }
    }

    /** Takes the answer of the store, whose stages are code of users: they may answer more than once, or answer and throw. The first answer counts. */
    private final class Answer implements BiConsumer<Object, @Nullable Throwable>, Runnable {
        private final Call call;
        private final long asked;
        private final AtomicBoolean isHere = new AtomicBoolean();
        private @Nullable Throwable failure;

        /** Whether it was told that it takes long. */
        private boolean isTold;

        Answer(Call call, long now) {
            this.call = call;
            asked = now;
        }

        @Override
        public void accept(@Nullable Object result, @Nullable Throwable thrown) {
            if (isHere.compareAndSet(false, true)) {
                failure = thrown;
                StoreCalls.this.run(this);
            }
        }

        @Override
        public void run() {
            running.remove(this);
            try {
                if (failure == null) {
                    call.succeeded();
                } else {
                    failed(call, failure);
                }
            } finally {
                try {
                    call.ended();
                } finally {
                    makeWaiting();
                }
            }
        }
    }

    /** Looks after a time whether calls are unanswered. It doesn't look again when it has told of all there are. */
    private void watch(Duration delay) {
        if (!isWatched) {
            runLater(this::look, delay);
            isWatched = true;
        }
    }

    private void look() {
        isWatched = false;
        long now = scheduler.nanoTime();
        for (Answer oldest : running) {
            long silent = now - oldest.asked;
            if (!oldest.isTold && silent < SILENCE.toNanos()) {
                watch(SILENCE.minusNanos(silent));
                return;
            } else if (!oldest.isTold) {
                tellSilence();
            }
        }
    }

    private void tellSilence() {
        long now = scheduler.nanoTime();
        List<String> silent = new ArrayList<>();
        for (Answer answer : running) {
            if (now - answer.asked >= SILENCE.toNanos()) {
                answer.isTold = true;
                silent.add(answer.call.what());
            }
        }
        String text = "the store of keys hasn't answered for " + SILENCE.toSeconds() + " s: "
                + String.join(", ", silent.subList(0, Math.min(silent.size(), CALLS_SHOWN)))
                + "; so many calls are unanswered: " + silent.size() + ", and so many wait for their turn: "
                + waiting.size() + ". Entities that begin wait for it, and so does what is sent to them";
        log.log(Level.WARNING, () -> text);
    }

    private void failed(Call call, Throwable failure) {
        log.log(Level.WARNING, () -> call.what() + " has failed: " + failure, failure);
        call.failed();
        boolean isSet = false;
        try {
            runLater(() -> submit(call), call.pause);
            isSet = true;
        } finally {
            if (!isSet) { // for want of memory: it would never be made again
                submit(call);
            }
        }
        Duration doubled = call.pause.multipliedBy(2);
        call.pause = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
    }
}
