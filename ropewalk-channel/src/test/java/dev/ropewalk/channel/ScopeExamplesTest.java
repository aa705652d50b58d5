package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scopes as a user would write them. */
@Timeout(30)
class ScopeExamplesTest {
    private static final ScopedValue<String> CUSTOMER = ScopedValue.newInstance();

    @AutoClose
    private final Scheduler scheduler = Scheduler.create();

    @Test
    void shouldPassAResultThroughAChannel() throws InterruptedException {
        try (ProcessScope scope = ProcessScope.open(scheduler)) {
            Channel<Integer> squares = scope.<Integer>channel().name("squares").rendezvous();
            scope.spawn("sender", () -> squares.send(7 * 7));
            ScopedProcess<Integer> receiver = scope.spawn("receiver", () -> squares.receive());
            scope.join();

            assertThat(receiver.result()).isEqualTo(49);
        }
    }

    @Test
    void shouldShareWorkAmongProcesses() throws InterruptedException {
        List<Integer> results = new ArrayList<>();
        try (ProcessScope scope = ProcessScope.open(scheduler)) {
            Channel<Integer> work = scope.<Integer>channel().buffered(16);
            Channel<Integer> done = scope.<Integer>channel().buffered(16);
            scope.spawn("feeder", () -> {
                for (int i = 0; i < 100; i++) {
                    work.send(i);
                }
                work.close();
            });
            scope.spawn("workers", () -> {
                try (ProcessScope workers = ProcessScope.open(scheduler)) {
                    for (int i = 0; i < 4; i++) {
                        workers.spawn(() -> {
                            for (int item : work) {
                                done.send(2 * item);
                            }
                        });
                    }
                    workers.join();
                }
                done.close();
            });
            done.forEach(results::add);
            scope.join();
        }

        assertThat(results).hasSize(100).contains(0, 198);
    }

    @Test
    void shouldGiveUpInTime() {
        assertThatExceptionOfType(ScopeDeadlineException.class).isThrownBy(() -> {
            try (ProcessScope scope = ProcessScope.builder(scheduler)
                    .name("quotes")
                    .deadline(Duration.ofMillis(20))
                    .open()) {
                scope.spawn("slow supplier", () -> Thread.sleep(Duration.ofHours(1)));
                scope.join();
            }
        });
    }

    @Test
    void shouldKnowTheCustomerInEachProcess() throws Exception {
        String greeting = ScopedValue.where(CUSTOMER, "Ann").call(() -> {
            try (ProcessScope scope =
                    ProcessScope.builder(scheduler).rebind(CUSTOMER).open()) {
                ScopedProcess<String> process = scope.spawn(() -> "Hello, " + CUSTOMER.get());
                scope.join();
                return process.result();
            }
        });

        assertThat(greeting).isEqualTo("Hello, Ann");
    }

    @Test
    void shouldTellWhoWaitsForWhom() {
        try (ProcessScope scope =
                ProcessScope.builder(scheduler).name("philosophers").open()) {
            Channel<String> left = scope.<String>channel().name("left fork").rendezvous();
            Channel<String> right = scope.<String>channel().name("right fork").rendezvous();
            scope.spawn("Plato", () -> {
                left.receive();
                right.send("here");
            });
            scope.spawn("Zeno", () -> {
                right.receive();
                left.send("here");
            });

            assertThatExceptionOfType(DeadlockException.class)
                    .isThrownBy(scope::join)
                    .withMessageContaining("process Plato: receive from left fork")
                    .withMessageContaining("process Zeno: receive from right fork");
        }
    }
}
