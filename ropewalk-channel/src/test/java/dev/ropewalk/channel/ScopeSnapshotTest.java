package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** What a snapshot tells. */
class ScopeSnapshotTest extends ScopeTests {
    ScopeSnapshotTest(ThreadSource source) {
        super(source);
    }

    @Test
    void shouldTellWhatEachProcessDoes() {
        Channel<Integer> orders = Channel.<Integer>builder().name("orders").rendezvous();
        try (ProcessScope scope = open("shop")) {
            CountDownLatch done = new CountDownLatch(1);
            scope.spawn("clerk", () -> orders.receive());
            scope.spawn("baker", () -> done.await());
            scope.spawn("owner of the mill", () -> {
                try (ProcessScope mill = open("mill")) {
                    mill.spawn("miller", () -> orders.receive(Duration.ofHours(1)));
                    mill.join();
                }
            });
            Await.until(
                    "all wait",
                    () -> scope.snapshot()
                                            .toString()
                                            .lines()
                                            .filter(line -> line.contains("receive from orders"))
                                            .count()
                                    == 2
                            && scope.snapshot().toString().contains("process owner of the mill: join scope mill"));
            ScopeSnapshot snapshot = scope.snapshot();
            assertThat(snapshot.name()).isEqualTo("shop");
            assertThat(snapshot.owner().name()).isEqualTo(Thread.currentThread().getName());
            ProcessSnapshot clerk = snapshot.processes().getFirst();
            assertThat(clerk.name()).isEqualTo("clerk");
            assertThat(clerk.state()).isEqualTo(ProcessState.RUNNING);
            assertThat(clerk.operation()).isEqualTo("receive from orders");
            assertThat(clerk.channels()).containsExactly("orders");
            assertThat(clerk.waiting())
                    .hasValueSatisfying(time -> assertThat(time).isBetween(Duration.ZERO, Duration.ofMinutes(1)));
            assertThat(clerk.stack()).anyMatch(frame -> frame.getClassName().equals(ScopeSnapshotTest.class.getName()));
            assertThat(snapshot.processes().get(1).operation()).isEmpty();
            assertThat(snapshot.processes().get(2).scopes())
                    .singleElement()
                    .satisfies(mill ->
                            assertThat(mill.processes().getFirst().name()).isEqualTo("miller"));
            assertThat(snapshot.toString())
                    .startsWith("scope shop, owner ")
                    .contains("\n  process clerk: receive from orders, since ")
                    .contains("\n      at ")
                    .contains("\n  process baker: RUNNING\n")
                    .contains("\n    scope mill, owner owner of the mill: join scope mill")
                    .contains("\n      process miller: receive from orders, since ");
        }
    }

    @Test
    void shouldTellTheScopesThatTheOwnerHasOpenedWithin() {
        try (ProcessScope outer = open("outer");
                ProcessScope inner = open("inner")) {
            inner.spawn("child", () -> new CountDownLatch(1).await());
            ScopeSnapshot snapshot = outer.snapshot();
            assertThat(snapshot.processes()).isEmpty();
            assertThat(snapshot.inner()).singleElement().satisfies(within -> {
                assertThat(within.name()).isEqualTo("inner");
                assertThat(within.processes()).extracting(ProcessSnapshot::name).containsExactly("child");
            });
            assertThat(snapshot.toString())
                    .contains("\n  scope inner, owner ")
                    .contains("\n    process child: RUNNING");
        }
    }
}
