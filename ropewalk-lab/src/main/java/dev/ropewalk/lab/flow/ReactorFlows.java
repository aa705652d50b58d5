package dev.ropewalk.lab.flow;

import java.util.List;
import java.util.stream.IntStream;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Reactor. */
final class ReactorFlows implements Library {
    private final Scheduler scheduler;

    ReactorFlows(int workers) {
        scheduler = Schedulers.newParallel("flow", workers);
    }

    @Override
    public long run(Program program, int elements) throws InterruptedException {
        Flux<Integer> range = Flux.range(0, elements);
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
            case MERGE -> Flux.merge(parts(elements)).subscribe(sum::add, sum::fail, sum::complete);
            case MERGE_MAPPED ->
                Flux.merge(parts(elements).stream()
                                .map(part -> part.map(Steps::plusOne))
                                .toList())
                        .subscribe(sum::add, sum::fail, sum::complete);
        };
        return sum.await();
    }

    private Flux<Integer> across(Flux<Integer> range, int boundaries) {
        Flux<Integer> flux = range;
        for (int i = 0; i < boundaries; i++) {
            flux = flux.publishOn(scheduler).map(Steps::plusOne);
        }
        return flux;
    }

    private List<Flux<Integer>> parts(int elements) {
        return IntStream.range(0, Program.MERGED)
                .mapToObj(k -> {
                    int from = Parts.from(k, elements);
                    return Flux.range(from, Parts.from(k + 1, elements) - from).publishOn(scheduler);
                })
                .toList();
    }

    @Override
    public void close() {
        scheduler.dispose();
    }
}
