package dev.ropewalk.lab.flow;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** RxJava 3. Its own pool of computation has a thread for each core, which can't be changed; so it is given one. */
final class RxFlows implements Library {
    private final ExecutorService threads;
    private final Scheduler scheduler;

    RxFlows(int workers) {
        threads = Executors.newFixedThreadPool(workers);
        scheduler = Schedulers.from(threads);
    }

    @Override
    public long run(Program program, int elements) throws InterruptedException {
        Flowable<Integer> range = Flowable.range(0, elements);
        Sum sum = new Sum();
        Disposable ignored = switch (program) {
            case FUSED ->
                range.map(Steps::plusOne)
                        .filter(Steps::isWanted)
                        .map(Steps::mixed)
                        .subscribe(sum::add, sum::fail, sum::complete);
            case BATCH -> range.buffer(Program.BATCH_SIZE).subscribe(sum::addAll, sum::fail, sum::complete);
            case BOUNDARY, HAND_OVER, BOUNDARIES ->
                across(range, program.boundaries()).subscribe(sum::add, sum::fail, sum::complete);
            case MERGE -> Flowable.merge(parts(elements)).subscribe(sum::add, sum::fail, sum::complete);
            case MERGE_MAPPED ->
                Flowable.merge(parts(elements).stream()
                                .map(part -> part.map(Steps::plusOne))
                                .toList())
                        .subscribe(sum::add, sum::fail, sum::complete);
        };
        return sum.await();
    }

    private Flowable<Integer> across(Flowable<Integer> range, int boundaries) {
        Flowable<Integer> flowable = range;
        for (int i = 0; i < boundaries; i++) {
            flowable = flowable.observeOn(scheduler).map(Steps::plusOne);
        }
        return flowable;
    }

    private List<Flowable<Integer>> parts(int elements) {
        return IntStream.range(0, Program.MERGED)
                .mapToObj(k -> {
                    int from = Parts.from(k, elements);
                    return Flowable.range(from, Parts.from(k + 1, elements) - from)
                            .observeOn(scheduler);
                })
                .toList();
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
