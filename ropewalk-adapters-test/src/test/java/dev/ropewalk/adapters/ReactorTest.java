package dev.ropewalk.adapters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.task.BoundedExecutor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Reactor on our executors. */
class ReactorTest {
    private Scheduler scheduler;

    @BeforeEach
    void open() {
        scheduler = Scheduler.builder().name("reactor").workers(2).build();
    }

    @AfterEach
    void close() {
        scheduler.close();
    }

    @Test
    void shouldRunOperatorsOnWorkers() {
        // @start region="reactor" :
        var workers = Schedulers.fromExecutorService(scheduler.asExecutorService());
        Flux<Integer> squares = Flux.range(1, 1000).publishOn(workers).map(i -> i * i);
        // @end
        Flux<Boolean> places = squares.map(square -> Serial.isOn(scheduler));

        assertThat(squares.collectList().block()).hasSize(1000).contains(4, 1_000_000);
        assertThat(places.distinct().collectList().block()).containsExactly(true);

        workers.dispose();
        assertThat(Mono.fromCallable(() -> Serial.isOn(scheduler))
                        .subscribeOn(Schedulers.fromExecutor(scheduler))
                        .block())
                .as("the scheduler outlives its view")
                .isTrue();
    }

    @Test
    void shouldTakeItsTimersForDelays() {
        var workers = Schedulers.fromExecutorService(scheduler.asExecutorService());

        List<Boolean> places = Flux.interval(Duration.ofMillis(1), workers)
                .take(5)
                .map(tick -> Serial.isOn(scheduler))
                .collectList()
                .block();

        assertThat(places).containsExactly(true, true, true, true, true);
        workers.dispose();
    }

    @Test
    void shouldStopTicksThatAreCancelled() throws InterruptedException {
        var workers = Schedulers.fromExecutorService(scheduler.asExecutorService());
        var ticked = new CountDownLatch(3);
        Disposable ticks = Flux.interval(Duration.ofMillis(1), workers).subscribe(tick -> ticked.countDown());
        ticked.await();

        ticks.dispose();

        assertThat(ticks.isDisposed()).isTrue();
        workers.dispose();
    }

    @Test
    void shouldRunOneAtATimeOnAStrand() {
        // @start region="reactorstrand" :
        Strand account = scheduler.newStrand();
        var serial = Schedulers.fromExecutor(account);
        // @end
        var place = new Serial();

        Long sum = Flux.merge(IntStream.range(0, 8)
                        .mapToObj(source -> Flux.range(0, 100)
                                .publishOn(serial)
                                .doOnNext(i -> place.pass())
                                .map(i -> 1L))
                        .toList())
                .reduce(0L, Long::sum)
                .block();

        assertThat(sum).isEqualTo(800L);
    }

    @Test
    void shouldInterruptABlockingCallThatIsCancelled() throws Exception {
        // @start region="reactorblocking" :
        BoundedExecutor calls =
                BoundedExecutor.builder(100).scheduler(scheduler).build();
        var blocking = Schedulers.fromExecutorService(calls);
        // @end
        var started = new CountDownLatch(1);
        var interrupted = new CompletableFuture<Boolean>();
        Disposable call = Mono.fromCallable(() -> {
                    started.countDown();
                    try {
                        return new CountDownLatch(1).await(1, TimeUnit.HOURS);
                    } catch (InterruptedException e) {
                        interrupted.complete(true);
                        throw e;
                    }
                })
                .subscribeOn(blocking)
                .onErrorComplete()
                .subscribe();
        started.await();

        call.dispose();

        assertThat(interrupted.get(1, TimeUnit.MINUTES)).isTrue();
        blocking.dispose();
        assertThat(calls.isShutdown()).as("the view is the executor itself").isTrue();
    }
}
