package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tasks of strands that wait for channels in the only worker that there is: a spare one goes on with the rest. */
@Timeout(60)
class WorkerWaitTest {
    private static final int ELEMENTS = 200;

    private final Scheduler scheduler =
            Scheduler.builder().name("single").workers(1).build();
    private final Channel<Integer> channel = Channel.rendezvous();

    @AfterEach
    void close() {
        scheduler.close();
    }

    private <R> CompletableFuture<R> onStrand(Callable<R> call) {
        Strand strand = scheduler.newStrand(Placement.SOFT);
        CompletableFuture<R> outcome = new CompletableFuture<>();
        strand.execute(() -> {
            try {
                outcome.complete(call.call());
            } catch (Throwable thrown) {
                outcome.completeExceptionally(thrown);
            }
        });
        return outcome;
    }

    private List<Integer> receiveAll() {
        List<Integer> received = new ArrayList<>();
        channel.forEach(received::add);
        return received;
    }

    private int sendAll() throws InterruptedException {
        for (int i = 0; i < ELEMENTS; i++) {
            channel.send(i);
        }
        channel.close();
        return ELEMENTS;
    }

    @Test
    void shouldMeetOnOneWorker() {
        CompletableFuture<List<Integer>> receiving = onStrand(this::receiveAll);
        CompletableFuture<Integer> sending = onStrand(this::sendAll);
        assertThat(sending.join()).isEqualTo(ELEMENTS);
        assertThat(receiving.join())
                .containsExactlyElementsOf(IntStream.range(0, ELEMENTS).boxed().toList());
    }

    @Test
    void shouldMeetACarriedThreadOfTheSameWorker() throws Exception {
        CompletableFuture<List<Integer>> receiving = onStrand(this::receiveAll);
        Operation<Integer> sending = Operation.inThread(scheduler.threadFactory(), this::sendAll);
        assertThat(receiving.join()).hasSize(ELEMENTS);
        assertThat(sending.outcome()).isEqualTo(ELEMENTS);
    }

    @Test
    void shouldWaitForALimitedTimeAndInSelects() {
        assertThat(onStrand(() -> channel.receive(Duration.ofMillis(2))).join()).isEmpty();
        Select<Integer> select = Select.<Integer>fair()
                .receive(channel, element -> element)
                .timeout(Duration.ofHours(1), () -> -1)
                .build();
        CompletableFuture<Integer> selecting = onStrand(select::select);
        CompletableFuture<Boolean> sending = onStrand(() -> channel.send(7, Duration.ofHours(1)));
        assertThat(selecting.join()).isEqualTo(7);
        assertThat(sending.join()).isTrue();
    }
}
