package dev.ropewalk.lab.pi;

import dev.ropewalk.lab.coroutines.CoroutineHost;
import dev.ropewalk.lab.kotlin.CoroutineFarm;

/** Coroutines and channels, of the same structure as {@link ProcessFarm}. */
final class KotlinFarm implements Model {
    private final CoroutineHost host;
    private final CoroutineFarm<Job, Result> farm;

    KotlinFarm(Slices slices, CoroutineHost host) {
        this.host = host;
        farm = new CoroutineFarm<>(
                host.dispatcher(),
                slices.workers(),
                slices.buffer(),
                slices.jobs(),
                Job::new,
                job -> new Result(slices.sum(job.slice())),
                Result::sum);
    }

    @Override
    public double sum() {
        return farm.sum();
    }

    @Override
    public void close() {
        farm.close();
        host.close();
    }

    private record Job(int slice) {}

    private record Result(double sum) {}
}
