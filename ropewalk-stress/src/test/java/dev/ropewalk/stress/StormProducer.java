package dev.ropewalk.stress;

import dev.ropewalk.pipeline.EventClaim;
import dev.ropewalk.pipeline.EventSink;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.PipelineClosedException;
import dev.ropewalk.pipeline.Producer;
import dev.ropewalk.pipeline.WaitStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;

/** A thread that publishes in all forms, gives up now and then, and may die with a claim. */
final class StormProducer implements Runnable {
    /** Thrown by translators, on purpose. */
    private static final class Spilt extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final PipelineStorm storm;
    private final Pipeline<StormItem> pipeline;
    private final SplittableRandom random;
    private final boolean single;
    private final int events;
    private final List<Long> published = new ArrayList<>();
    private final List<Long> doubtful = new ArrayList<>();
    private long next;

    StormProducer(
            PipelineStorm storm, Pipeline<StormItem> pipeline, int number, boolean single, SplittableRandom random) {
        this.storm = storm;
        this.pipeline = pipeline;
        this.single = single;
        this.random = random;
        events = 50 + random.nextInt(600);
        next = ((long) number << 32) + 1;
    }

    @Override
    public void run() {
        boolean shared = !single && random.nextBoolean();
        Producer<StormItem> handle = shared
                ? null
                : pipeline.producer(random.nextBoolean() ? WaitStrategy.parking() : WaitStrategy.yielding());
        EventSink<StormItem> sink = handle == null ? pipeline : handle;
        try {
            for (int i = 0; i < events; i++) {
                long mark = next;
                try {
                    if (handle != null && random.nextInt(4) == 0) {
                        claim(handle);
                    } else {
                        publish(sink, handle == null, random.nextInt(6));
                    }
                } catch (InterruptedException | Spilt e) {
                    next = mark;
                }
            }
            if (handle != null && random.nextInt(3) == 0) {
                claimOf(handle).event().write(StormItem.ABORTED);
            } else if (handle != null && random.nextBoolean()) {
                handle.close();
            }
        } catch (PipelineClosedException | InterruptedException e) {
            // the storm may close while we publish, and interrupts us at any time
        } catch (Throwable e) {
            storm.failed(e);
        }
    }

    private void publish(EventSink<StormItem> sink, boolean anyThread, int form) throws InterruptedException {
        long first = next;
        int size = form < 2 ? 1 + random.nextInt(Math.min(8, pipeline.capacity())) : 1;
        boolean spills = random.nextInt(20) == 0;
        next += size;
        try {
            switch (form) {
                case 0 -> sink.publishBatch(size, (item, index) -> write(item, first + index, spills));
                case 1 -> {
                    while (!sink.publishBatch(
                            size, (item, index) -> write(item, first + index, spills), Duration.ofNanos(20_000))) {
                        Thread.onSpinWait();
                    }
                }
                case 2 -> {
                    while (!sink.tryPublish((item, sequence) -> write(item, first, spills))) {
                        Thread.onSpinWait();
                    }
                }
                case 3 -> {
                    while (!sink.publish((item, sequence) -> write(item, first, spills), Duration.ofNanos(20_000))) {
                        Thread.onSpinWait();
                    }
                }
                default -> {
                    if (form == 4 && anyThread) {
                        publishAsync(sink, first);
                    } else {
                        sink.publish((item, sequence) -> write(item, first, spills));
                    }
                }
            }
        } catch (PipelineClosedException e) {
            note(doubtful, first, size);
            throw e;
        }
        note(published, first, size);
    }

    private void publishAsync(EventSink<StormItem> sink, long id) {
        try {
            var ignored = sink.publishAsync((item, sequence) -> item.write(id), Runnable::run)
                    .join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof PipelineClosedException closed) {
                throw closed;
            }
            throw e;
        }
    }

    private void write(StormItem item, long id, boolean spills) {
        item.write(spills ? StormItem.ABORTED : id);
        if (spills) {
            throw new Spilt();
        }
    }

    private EventClaim<StormItem> claimOf(Producer<StormItem> handle) throws InterruptedException {
        return handle.claim(1 + random.nextInt(Math.min(8, pipeline.capacity())));
    }

    private void claim(Producer<StormItem> handle) throws InterruptedException {
        try (EventClaim<StormItem> claim = claimOf(handle)) {
            int size = claim.size();
            boolean aborts = random.nextInt(6) == 0;
            for (int i = 0; i < size; i++) {
                claim.event(i).write(aborts ? StormItem.ABORTED : next + i);
            }
            if (aborts) {
                return;
            }
            long first = next;
            next += size;
            try {
                claim.publish();
            } catch (PipelineClosedException e) {
                note(doubtful, first, size);
                throw e;
            }
            note(published, first, size);
        }
    }

    private static void note(List<Long> where, long first, int size) {
        for (int i = 0; i < size; i++) {
            where.add(first + i);
        }
    }

    List<Long> published() {
        return published;
    }

    List<Long> doubtful() {
        return doubtful;
    }
}
