package dev.ropewalk.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** RxJava on our executors. */
class RxJavaTest {
    private Scheduler scheduler;

    @BeforeEach
    void open() {
        scheduler = Scheduler.builder().name("rx").workers(2).build();
    }

    @AfterEach
    void close() {
        scheduler.close();
    }

    @Test
    void shouldRunOperatorsAndTimersOnWorkers() {
        // @start region="rxjava" :
        var workers = Schedulers.from(scheduler.asExecutorService());
        Flowable<Long> ticks =
                Flowable.interval(1, TimeUnit.MILLISECONDS, workers).take(5);
        // @end

        assertThat(ticks.map(tick -> Serial.isOn(scheduler)).toList().blockingGet())
                .containsExactly(true, true, true, true, true);
        assertThat(Flowable.range(1, 1000).observeOn(workers).count().blockingGet())
                .isEqualTo(1000);
    }

    @Test
    void shouldRunOneAtATimeOnAStrand() {
        var serial = Schedulers.from(scheduler.newStrand());
        var place = new Serial();

        long count = Flowable.merge(IntStream.range(0, 8)
                        .mapToObj(source ->
                                Flowable.range(0, 100).observeOn(serial).doOnNext(i -> place.pass()))
                        .toList())
                .count()
                .blockingGet();

        assertThat(count).isEqualTo(800);
    }

    @Test
    void shouldInterruptABlockingCallThatIsCancelled() throws Exception {
        try (BoundedExecutor calls =
                BoundedExecutor.builder(100).scheduler(scheduler).build()) {
            // @start region="rxjavablocking" :
            var blocking = Schedulers.from(calls, true); // true: a cancel interrupts
            // @end
            var started = new CountDownLatch(1);
            var interrupted = new CompletableFuture<Boolean>();
            Disposable call = Single.fromCallable(() -> {
                        started.countDown();
                        try {
                            return new CountDownLatch(1).await(1, TimeUnit.HOURS);
                        } catch (InterruptedException e) {
                            interrupted.complete(true);
                            throw e;
                        }
                    })
                    .subscribeOn(blocking)
                    .onErrorReturnItem(false)
                    .subscribe();
            started.await();

            call.dispose();

            assertThat(interrupted.get(1, TimeUnit.MINUTES)).isTrue();
        }
    }
}
