package dev.ropewalk.lab.pi;

import dev.ropewalk.pipeline.Claim;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Producer;
import dev.ropewalk.scheduler.Scheduler;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** A pipeline of Ropewalk, of the same structure as the sharded Disruptor, whose stages are strands. */
final class RopewalkPipeline implements Model {
    /** A ring that stays in the cache: it has a bound, even if the window is none. */
    private static final int LARGEST_RING = 4096;

    private final Slices slices;
    private final Scheduler scheduler;
    private final Pipeline<Job> pipeline;
    private final BlockingQueue<Double> totals = new ArrayBlockingQueue<>(1);
    private double total;

    RopewalkPipeline(Slices slices) {
        this.slices = slices;
        scheduler = Scheduler.builder().workers(slices.workers()).build();
        pipeline = Pipeline.builder(Job::new)
                .capacity(Integer.highestOneBit(Math.min(slices.window(), LARGEST_RING)))
                .singleProducer()
                .scheduler(scheduler)
                .workers(slices.workers(), worker -> (job, sequence, endOfBatch) -> job.sum = slices.sum(job.slice))
                .then((job, sequence, endOfBatch) -> add(job))
                .build();
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
        Producer<Job> producer = pipeline.producer();
        for (int slice = 0; slice < slices.jobs(); slice++) {
            Claim<Job> claim = producer.claim();
            claim.event().slice = slice;
            claim.publish();
        }
        producer.release();
        return totals.take();
    }

    @Override
    public void close() {
        pipeline.close();
        scheduler.close();
    }

    private static final class Job {
        int slice;
        double sum;
    }
}
