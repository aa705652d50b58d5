package dev.ropewalk.lab.pi;

import dev.ropewalk.lab.kotlin.CoroutineFarm;

/** Coroutines and channels, of the same structure as {@link ProcessFarm}. */
final class KotlinFarm implements Model {
    private final CoroutineFarm<Job, Result> farm;

    KotlinFarm(Slices slices) {
        farm = new CoroutineFarm<>(
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
    }

    private record Job(int slice) {}

    private record Result(double sum) {}
}
