package dev.ropewalk.lab.pi;

import dev.ropewalk.pipeline.EventClaim;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Producer;
import dev.ropewalk.pipeline.Stage;
import dev.ropewalk.pipeline.WaitStrategy;
import java.util.Objects;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * A pipeline of Ropewalk, of the same structure as the sharded Disruptor: a thread for each shard, and a stage that adds. That one does
 * so little that it has no thread: the shards run it.
 */
final class RopewalkPipeline implements Model {
    private final Slices slices;
    private final BlockingQueue<Double> totals = new ArrayBlockingQueue<>(1);
    private @Nullable Pipeline<Job> pipeline;
    private double total;

    RopewalkPipeline(Slices slices) {
        this.slices = slices;
    }

    /** It lives no longer than an iteration, as its rival does whose threads poll. */
    @Override
    public void wake() {
        pipeline = Pipeline.builder(Job::new)
                .capacity(slices.ring())
                .singleProducer(true)
                .waiting(WaitStrategy.backOff())
                .sharded(
                        slices.workers(),
                        job -> job.slice,
                        shard -> (job, sequence, endOfBatch) -> job.sum = slices.sum(job.slice))
                .stage(Stage.<Job>of("total", (job, sequence, endOfBatch) -> add(job))
                        .waiting(WaitStrategy.inline()))
                .build();
    }

    @Override
    public void rest() {
        if (pipeline != null) {
            pipeline.close();
            pipeline = null;
        }
    }

    private void add(Job job) {
        total += job.sum;
        if (job.slice == slices.jobs() - 1) {
            totals.add(total);
            total = 0;
        }
    }

    @Override
    public double sum() throws InterruptedException {
        Producer<Job> producer = Objects.requireNonNull(pipeline).producer();
        for (int slice = 0; slice < slices.jobs(); slice++) {
            EventClaim<Job> claim = producer.claim();
            claim.event().slice = slice;
            claim.publish();
        }
        return totals.take();
    }

    @Override
    public void close() {
        rest();
    }

    private static final class Job {
        int slice;
        double sum;
    }
}
