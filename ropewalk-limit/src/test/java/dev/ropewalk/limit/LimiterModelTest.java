package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.limit.permit.Partition;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random operations of one thread: after each, exactly the right requests were admitted, in the right order. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LimiterModelTest {
    private static final long SEED = Long.getLong("ropewalk.stress.seed", System.nanoTime());
    private static final int STEPS = 2_000;
    private static final int MAX_LIMIT = 12;
    private static final double[] SHARES = {0.2, 0.5, 0.3};

    private final Random random = new Random(SEED);
    private final List<Request> waiting = new ArrayList<>();
    private final List<Request> held = new ArrayList<>();
    private final List<Request> admitted = new ArrayList<>();
    private int limit = 4;

    private static final class Request {
        private final int partition;
        private final CompletableFuture<Permit> future;

        Request(int partition, CompletableFuture<Permit> future) {
            this.partition = partition;
            this.future = future;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldServeInOrder(boolean newestFirst) {
        LimiterBuilder builder = Limiter.fixed(limit);
        Limiter limiter = builder.newestFirst(newestFirst).build();
        check(limiter, List.of(limiter), newestFirst);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldServeThoseBelowTheirShareFirst(boolean newestFirst) {
        LimiterBuilder builder = Limiter.fixed(limit).partition("half", 0.5).partition("third", 0.3);
        Limiter limiter = builder.newestFirst(newestFirst).build();
        check(limiter, List.of(limiter, limiter.partition("half"), limiter.partition("third")), newestFirst);
    }

    private void check(Limiter limiter, List<Limiter> partitions, boolean newestFirst) {
        for (int step = 0; step < STEPS; step++) {
            admitted.clear();
            int heldBefore = held.size();
            String action = act(limiter, partitions);
            String what = "seed " + SEED + ", step " + step + ", " + action;
            for (Request request : admitted) {
                assertThat(held.size()).as(what + ": below the limit").isLessThan(limit);
                assertThat(nextOf(request.partition, newestFirst)).as(what).isSameAs(request);
                assertThat(isBelowShare(request.partition, partitions) || nobodyBelowShareWaits(partitions))
                        .as(what + ": those below their share are first")
                        .isTrue();
                waiting.remove(request);
                held.add(request);
            }
            assertThat(waiting.isEmpty() || held.size() >= limit)
                    .as(what + ": no request waits for nothing; held before " + heldBefore)
                    .isTrue();
            AdmissionStats stats = limiter.stats();
            assertThat(stats.inFlight()).as(what).isEqualTo(held.size());
            assertThat(stats.waiting()).as(what).isEqualTo(waiting.size());
        }
        while (!waiting.isEmpty()) {
            waiting.remove(waiting.size() - 1).future.cancel(false);
        }
        held.forEach(request -> request.future.join().close());
        assertThat(limiter.stats().inFlight()).isZero();
    }

    private String act(Limiter limiter, List<Limiter> partitions) {
        int partition = random.nextInt(partitions.size());
        switch (random.nextInt(8)) {
            case 0, 1, 2 -> wish(partition, partitions.get(partition).acquireAsync());
            case 3 -> {
                boolean free = held.size() < limit;
                var permit = partitions.get(partition).tryAcquire();
                assertThat(permit.isPresent()).isEqualTo(free);
                permit.ifPresent(got -> held.add(new Request(partition, CompletableFuture.completedFuture(got))));
            }
            case 4 -> {
                if (!waiting.isEmpty()) {
                    assertThat(waiting.remove(random.nextInt(waiting.size()))
                                    .future
                                    .cancel(false))
                            .isTrue();
                }
            }
            case 5 -> {
                if (random.nextInt(4) == 0) {
                    limit = 1 + random.nextInt(MAX_LIMIT);
                    limiter.setLimit(limit);
                }
            }
            default -> {
                if (!held.isEmpty()) {
                    held.remove(random.nextInt(held.size())).future.join().close();
                }
            }
        }
        return "limit " + limit + ", held " + held.size() + ", waiting " + waiting.size();
    }

    private void wish(int partition, CompletableFuture<Permit> future) {
        var request = new Request(partition, future);
        waiting.add(request);
        var ignored = future.thenRun(() -> admitted.add(request));
    }

    private Request nextOf(int partition, boolean newestFirst) {
        List<Request> line =
                waiting.stream().filter(one -> one.partition == partition).toList();
        return newestFirst ? line.getLast() : line.getFirst();
    }

    private boolean isBelowShare(int partition, List<Limiter> partitions) {
        if (partitions.size() == 1) {
            return true;
        }
        int least = partition == 0 ? 0 : 1;
        int share = Math.max(least, (int) (SHARES[partition] * limit + Partition.ROUNDING));
        return held.stream().filter(one -> one.partition == partition).count() < share;
    }

    private boolean nobodyBelowShareWaits(List<Limiter> partitions) {
        return waiting.stream().noneMatch(one -> isBelowShare(one.partition, partitions));
    }
}
