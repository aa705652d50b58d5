package dev.ropewalk.lab.flow;

import dev.ropewalk.flow.Source;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerStats;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/** Ropewalk's own. */
final class RopewalkFlows implements Library {
    private final Scheduler scheduler;

    RopewalkFlows(int workers) {
        scheduler = Scheduler.builder().workers(workers).build();
    }

    @Override
    public long run(Program program, int elements) throws Exception {
        Source<Integer> range = Source.range(0, elements);
        Sum sum = new Sum();
        CompletableFuture<Void> end = switch (program) {
            case FUSED ->
                range.map(Steps::plusOne)
                        .filter(Steps::isWanted)
                        .map(Steps::mixed)
                        .forEach(sum::add);
            case BATCH -> range.batch(Program.BATCH_SIZE).forEach(sum::addAll);
            case BOUNDARY, HAND_OVER, BOUNDARIES ->
                across(range, program.boundaries()).forEach(sum::add);
            case MERGE -> Source.merge(parts(elements)).async(scheduler).forEach(sum::add);
            case MERGE_MAPPED ->
                Source.merge(parts(elements).stream()
                                .map(part -> part.map(Steps::plusOne))
                                .toList())
                        .async(scheduler)
                        .forEach(sum::add);
        };
        var ignored = end.whenComplete((none, thrown) -> {
            if (thrown == null) {
                sum.complete();
            } else {
                sum.fail(thrown);
            }
        });
        return sum.await();
    }

    private Source<Integer> across(Source<Integer> range, int boundaries) {
        Source<Integer> source = range;
        for (int i = 0; i < boundaries; i++) {
            source = source.async(scheduler).map(Steps::plusOne);
        }
        return source;
    }

    private List<Source<Integer>> parts(int elements) {
        return IntStream.range(0, Program.MERGED)
                .mapToObj(k -> Source.range(Parts.from(k, elements), Parts.from(k + 1, elements))
                        .async(scheduler))
                .toList();
    }

    @Override
    public Optional<SchedulerStats> schedulerStats() {
        return Optional.of(scheduler.stats());
    }

    @Override
    public void close() {
        scheduler.close();
    }
}
