package dev.ropewalk.channel.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ChannelClosedException;
import dev.ropewalk.channel.ChannelFailedException;
import dev.ropewalk.channel.ChannelStats;
import dev.ropewalk.channel.ManualExecutor;
import dev.ropewalk.channel.PendingOperation;
import dev.ropewalk.channel.Select;
import dev.ropewalk.channel.SelectBuilder;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a select asks of its user, and what happens where the user's code fails. */
@Timeout(60)
class SelectUseTest {
    private final ManualExecutor executor = new ManualExecutor();
    private final List<Object> told = new ArrayList<>();
    private final List<Object> undelivered = new ArrayList<>();
    private final Channel<String> a =
            Channel.<String>builder().name("a").onUndelivered(undelivered::add).buffered(1);
    private final Channel<String> b = Channel.<String>builder().name("b").rendezvous();

    private SelectBuilder<String> receiving() {
        return Select.<String>fair().receive(a, element -> "a " + element).receive(b, element -> "b " + element);
    }

    private void assertNobodyWaits() {
        for (Channel<String> channel : List.of(a, b)) {
            assertThat(((LockedChannel<String>) channel).isNobodyAt(WaitingParties.Side.SENDERS))
                    .isTrue();
            assertThat(((LockedChannel<String>) channel).isNobodyAt(WaitingParties.Side.RECEIVERS))
                    .isTrue();
        }
    }

    @Test
    void shouldRefuseWhatCouldNeverHappen() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Select.fair().build())
                .withMessage("a select without clauses, timeout and otherwise would wait for ever");
        Select<String> shut = Select.<String>fair()
                .receive(a, element -> element)
                .when(() -> false)
                .build();
        assertThatIllegalStateException()
                .isThrownBy(shut::select)
                .withMessageContaining("all 1 clauses are shut by their guards");
        assertThatIllegalStateException().isThrownBy(() -> shut.selectAsync(executor, told::add));
    }

    @Test
    void shouldDoWithoutClausesWhatIsDoneOtherwise() throws InterruptedException {
        assertThat(Select.<String>fair().otherwise(() -> "idle").build().select())
                .isEqualTo("idle");
        assertThat(Select.<String>fair()
                        .timeout(Duration.ofNanos(1), () -> "late")
                        .build()
                        .select())
                .isEqualTo("late");
    }

    @Test
    void shouldRefuseASecondGuardOrTimeout() {
        assertThatIllegalStateException().isThrownBy(() -> Select.fair().when(() -> true));
        assertThatIllegalStateException()
                .isThrownBy(() -> receiving().when(() -> true).when(() -> true));
        assertThatIllegalStateException()
                .isThrownBy(() ->
                        receiving().timeout(Duration.ofSeconds(1), () -> "late").otherwise(() -> "idle"));
        assertThatIllegalStateException()
                .isThrownBy(() -> receiving().otherwise(() -> "idle").timeout(Duration.ofSeconds(1), () -> "late"));
    }

    @Test
    void shouldBuildSelectsThatAreIndependent() {
        SelectBuilder<String> builder = receiving();
        Select<String> first = builder.build();
        Select<String> second = builder.build();
        PendingOperation waiting = first.selectAsync(executor, told::add);
        second.selectAsync(executor, told::add);
        a.trySend("one");
        a.trySend("two");
        executor.runAll();
        assertThat(waiting.cancel()).isFalse();
        assertThat(told).containsExactly("a one", "a two");
    }

    @Test
    void shouldRefuseTwoPartiesAtATime() {
        Select<String> select = receiving().build();
        PendingOperation waiting = select.selectAsync(executor, told::add);
        assertThatIllegalStateException().isThrownBy(select::select).withMessageContaining("a select is for one party");
        assertThatIllegalStateException().isThrownBy(() -> select.selectAsync(executor, told::add));
        assertThat(waiting.cancel()).isTrue();
        assertThat(waiting.cancel()).isFalse();
        a.trySend("free again");
        select.selectAsync(executor, told::add);
        executor.runAll();
        assertThat(told).containsExactly("a free again");
    }

    @Test
    void shouldNeedAStrandToTimeACallback() {
        Select<String> timed =
                receiving().timeout(Duration.ofSeconds(1), () -> "late").build();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> timed.selectAsync(executor, told::add))
                .withMessageContaining("a select with a timeout needs a strand");
        assertNobodyWaits();
    }

    @Test
    void shouldThrowTheEndWhereAClauseTakesNoResults() {
        Exception cause = new IllegalStateException("torn");
        b.fail(cause);
        assertThatExceptionOfType(ChannelFailedException.class)
                .isThrownBy(() -> receiving().build().select())
                .withMessage("channel b has failed: java.lang.IllegalStateException: torn")
                .withCause(cause);
        a.close();
        assertThatThrownBy(() -> Select.<String>inOrder()
                        .send(a, () -> "x", () -> "sent")
                        .build()
                        .select())
                .isExactlyInstanceOf(ChannelClosedException.class)
                .hasMessage("channel a was closed");
    }

    @Test
    void shouldRefuseToBeginWhenInterrupted() {
        a.trySend("there");
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> receiving().build().select()).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(a.stats().receives()).isZero();
    }

    @Test
    void shouldAskForAnElementOnceARound() throws InterruptedException {
        AtomicInteger asked = new AtomicInteger();
        a.trySend("there");
        Select<String> select = Select.<String>inOrder()
                .receive(a, element -> element)
                .send(b, () -> "element " + asked.incrementAndGet(), () -> "sent")
                .build();
        assertThat(select.select()).isEqualTo("there");
        assertThat(asked).hasValue(1);
        select.selectAsync(executor, told::add);
        assertThat(asked).hasValue(2);
        assertThat(b.tryReceive()).contains("element 2");
        executor.runAll();
        assertThat(told).containsExactly("sent");
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without a checker could do
    void shouldRefuseNullElementsByName() {
        Select<String> select = Select.<String>inOrder()
                .send(b, () -> null, () -> "sent")
                .receive(a, x -> x)
                .build();
        for (int i = 0; i < 2; i++) {
            assertThatNullPointerException().isThrownBy(select::select).withMessage("the element to send to b");
        }
        assertNobodyWaits();
    }

    @Test
    void shouldBeOfUseAfterAGuardASupplierOrAnActionHasFailed() throws InterruptedException {
        List<String> failing = new ArrayList<>(List.of("guard", "element", "action"));
        Select<String> select = Select.<String>inOrder()
                .receive(a, element -> {
                    failIf(failing, "action");
                    return element;
                })
                .send(
                        b,
                        () -> {
                            failIf(failing, "element");
                            return "x";
                        },
                        () -> "sent")
                .when(() -> {
                    failIf(failing, "guard");
                    return true;
                })
                .build();
        a.trySend("lost to a failed action");
        for (String part : List.of("guard", "element", "action")) {
            assertThatThrownBy(select::select).hasMessage("failed: " + part);
        }
        a.trySend("received");
        assertThat(select.select()).isEqualTo("received");
        assertNobodyWaits();
    }

    private static void failIf(List<String> failing, String part) {
        if (failing.remove(part)) {
            throw new IllegalArgumentException("failed: " + part);
        }
    }

    @Test
    void shouldGiveBackWhatARejectedCallbackHasReceived() throws InterruptedException {
        Select<String> select = receiving().build();
        try (CapturedLog log = FreshLog.capture()) {
            select.selectAsync(SelectUseTest::reject, told::add);
            assertThat(a.trySend("handed over")).isTrue();
            a.trySend("there");
            select.selectAsync(SelectUseTest::reject, told::add);
            assertThat(log.messages(": the executor rejected the callback")).hasSize(2);
        }
        assertThat(undelivered).containsExactly("handed over", "there");
        assertThat(a.stats()).isEqualTo(new ChannelStats("a", 0, 2, 0, 2, 0, 0, 0, false));
        a.trySend("next");
        assertThat(select.select()).isEqualTo("a next");
        assertNobodyWaits();
    }

    private static void reject(Runnable task) {
        throw new RejectedExecutionException("closed");
    }

    @Test
    void shouldNotGiveBackWhatACallbackHasSeenBeforeItFailed() throws InterruptedException {
        Select<String> select = receiving().build();
        try (CapturedLog log = FreshLog.capture()) {
            select.selectAsync(Runnable::run, result -> {
                told.add(result);
                throw new AssertionError("thrown by a callback");
            });
            assertThat(a.trySend("seen")).isTrue();
            assertThat(log.messages("select (receive from a or receive from b): the callback has failed"))
                    .hasSize(1);
        }
        assertThat(told).containsExactly("a seen");
        assertThat(undelivered).isEmpty();
        a.trySend("next");
        assertThat(select.select()).isEqualTo("a next");
    }

    @Test
    void shouldLeaveAllChannelsBeforeTheCallbackRuns() {
        Select<String> select = receiving().build();
        select.selectAsync(executor, told::add);
        assertThat(b.trySend("x")).isTrue();
        assertNobodyWaits();
        assertThat(told).isEmpty();
        executor.runAll();
        assertThat(told).containsExactly("b x");
    }
}
