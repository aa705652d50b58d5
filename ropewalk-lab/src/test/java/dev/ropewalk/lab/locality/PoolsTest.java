package dev.ropewalk.lab.locality;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.experiment.Answers;
import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PoolsTest {
    private static final int WORKERS = 3;
    private static final int ACTORS = 700;
    private static final int MESSAGES = 200;

    @ParameterizedTest
    @EnumSource
    void shouldAnswerRightInEachIterationOfEachPass(Pools pool) throws Exception {
        var locality = new Locality();
        for (Load load : Load.values()) {
            Cell cell = new Cell(
                    Params.none()
                            .with(Workload.WORKERS, WORKERS)
                            .with(Workload.ACTORS, ACTORS)
                            .with(Workload.ACCESSES, 20)
                            .with(Workload.STATE, 100)
                            .with(Workload.LOAD, load.label())
                            .with(Workload.MESSAGES, 50_000),
                    3);
            Answers answers = locality.answers(cell);
            try (Trial trial = pool.contender().opener().open(cell)) {
                int iteration = 0;
                for (Pass pass : locality.passes()) {
                    for (int k = 0; k < 2; k++) {
                        Outcome outcome = trial.run(pass);
                        assertThat(outcome.answer()).isEqualTo(answers.at(iteration++));
                        assertThat(outcome.values()
                                        .get(pass.metrics().getFirst().name()))
                                .isPositive();
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldNeverRunTwoMessagesOfAnActorAtOnce(Pools kind) throws InterruptedException {
        var overlaps = new AtomicInteger();
        var finished = new CountDownLatch(ACTORS);
        try (Pool pool = kind.open(WORKERS, ACTORS)) {
            pool.resume();
            Probe[] probes = IntStream.range(0, ACTORS)
                    .mapToObj(actor -> new Probe(pool.executorOf(actor), overlaps, finished))
                    .toArray(Probe[]::new);
            for (Probe probe : probes) {
                probe.submit();
            }
            assertThat(finished.await(60, TimeUnit.SECONDS))
                    .as("all messages have run")
                    .isTrue();
        }
        assertThat(overlaps).hasValue(0);
    }

    /** Does what an actor does, and looks out for another that does it at the same time. */
    private static final class Probe implements Runnable {
        private final Executor executor;
        private final AtomicInteger overlaps;
        private final CountDownLatch finished;
        private final AtomicBoolean busy = new AtomicBoolean();
        private int left = MESSAGES;

        Probe(Executor executor, AtomicInteger overlaps, CountDownLatch finished) {
            this.executor = executor;
            this.overlaps = overlaps;
            this.finished = finished;
        }

        void submit() {
            executor.execute(this);
        }

        @Override
        public void run() {
            if (!busy.compareAndSet(false, true)) {
                overlaps.incrementAndGet();
            }
            left--;
            boolean more = left > 0;
            busy.set(false);
            if (more) {
                submit();
            } else {
                finished.countDown();
            }
        }
    }
}
