package dev.ropewalk.pipeline.stage;

import dev.ropewalk.cpu.CpuPinning;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.IdleStrategy;
import dev.ropewalk.pipeline.sequence.SingleProducerSequencer;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A processor in a thread of its own, which waits by polling or parks until it is told. */
final class ThreadRunner<E> extends Runner<E> {
    /** How many polls in vain there are between two looks for producers that have died. */
    private static final int POLLS_PER_LOOK = 1 << 8;

    /**
     * How often a thread that is about to park lets others have its CPU before, in a pipeline of one producer. Otherwise a producer
     * that shares it would be preempted for each event for which it wakes the thread, and never get ahead. Many producers would all
     * come before the thread had its turn, and find the ring full.
     */
    private static final int YIELDS = 2;

    private final boolean isSimulated;
    private final WaitSettings waiting;
    private final Optional<CpuSet> cpus;
    private final CompletableFuture<Void> started = new CompletableFuture<>();
    private final Thread thread;

    /** Used by that thread alone. */
    private boolean over;

    ThreadRunner(Processor<E> processor, WaitSettings waiting, Optional<CpuSet> cpus) {
        super(processor);
        isSimulated = Steps.simulatedScheduler() != null;
        this.waiting = waiting.orSimulated();
        this.cpus = isSimulated ? Optional.empty() : cpus; // a simulation has no CPUs
        thread = Objects.requireNonNull(
                processor.stage.context.threads().newThread(this::run), "the thread factory returned null");
        if (this.cpus.isPresent() && thread.isVirtual()) {
            throw new IllegalArgumentException("stage " + processor.name + " is to be pinned to the CPUs " + cpus.get()
                    + ", but the thread factory makes virtual threads, which can't be pinned");
        }
    }

    @Override
    void start() {
        thread.start();
        if (cpus.isEmpty()) {
            return;
        }
        try {
            started.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    private void run() {
        try {
            if (cpus.isPresent()) {
                try (CpuPinning _ = CpuPinning.pin(cpus.get())) {
                    steps();
                }
            } else {
                steps();
            }
        } catch (Throwable e) {
            if (!started.completeExceptionally(e)) {
                failPipeline(e);
            }
        } finally {
            try {
                finish();
            } finally {
                over = true;
            }
        }
    }

    /** All that this thread runs before it is over, such as the wait strategy, keeps the runner from going on. */
    @Override
    @SuppressWarnings("ReferenceEquality") // threads have no other equality
    boolean isCurrent() {
        return super.isCurrent() || (thread == Thread.currentThread() && !over);
    }

    private void steps() {
        started.complete(null);
        processor.begin();
        IdleStrategy idle = waiting.newIdleStrategy(processor.lifecycle);
        boolean parks = waiting.parks();
        boolean mustUnmount = thread.isVirtual() && !isSimulated;
        int spins = mustUnmount ? 0 : waiting.maxSpins();
        int yields = !isSimulated && processor.sequencer instanceof SingleProducerSequencer ? YIELDS : 0;
        boolean pauses = !thread.isVirtual() && !isSimulated;
        var catchUp = new CatchUpPause();
        int polls = 0;
        while (true) {
            long before = processor.batchEnd;
            long result = processor.step();
            if (result == Processor.WORKED) {
                if (polls > 0) {
                    idle.reset();
                    polls = 0;
                }
                if (pauses && processor.caughtUp) {
                    catchUp.found(processor.batchEnd - before);
                    catchUp.await();
                }
            } else if (result == Processor.NOTHING) {
                if (polls++ == 0) {
                    processor.counters.stalls++;
                    processor.idle();
                }
                if (parks && polls > spins + yields) {
                    sleep();
                } else if (parks && polls > spins) {
                    Steps.giveWay(processor.lifecycle);
                } else {
                    idle.idle();
                    if ((polls & POLLS_PER_LOOK - 1) == 0) {
                        lookForTheDead();
                    }
                }
            } else if (result == Processor.HALTED) {
                processor.end();
                return;
            } else {
                pause(result);
            }
        }
    }

    private void sleep() {
        Steps.before(StepKind.ACCESS, processor.lifecycle);
        arm();
        Steps.before(StepKind.ACCESS, processor.lifecycle);
        while (isArmed() && !processor.isHalted() && !processor.hasWork()) {
            long longest = longestSleep();
            Parking.park(processor, longest);
            if (longest != Parking.FOREVER) {
                lookForTheDead();
            }
            clearInterrupt();
        }
        disarm();
    }

    private void pause(long nanos) {
        processor.idle();
        long end = Parking.now() + nanos;
        while (!processor.isHalted()) {
            long left = end - Parking.now();
            if (left <= 0) {
                return;
            }
            Parking.park(processor, left);
            clearInterrupt();
        }
    }

    /** Only halting is meant to interrupt the thread; an interrupt from elsewhere mustn't make it spin. */
    private void clearInterrupt() {
        boolean ignored = !processor.isHalted() && Thread.interrupted();
    }

    @Override
    boolean needsSignals() {
        return waiting.parks();
    }

    @Override
    protected void fire() {
        if (disarm()) {
            stallPause.reset();
            Parking.unpark(thread);
        }
    }

    @Override
    void wake() {
        Parking.unpark(thread);
    }

    @Override
    void interrupt() {
        thread.interrupt();
    }
}
