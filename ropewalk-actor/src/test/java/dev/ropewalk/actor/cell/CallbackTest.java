package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.supervision.Watches;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What users attach to futures holds up nothing but itself. */
@Timeout(60)
class CallbackTest {
    private static final Duration SHORT = Duration.ofMillis(5);
    private static final Duration LONG = Duration.ofHours(1);

    private final CountDownLatch release = new CountDownLatch(1);

    @AutoClose
    private final ActorSystem system = ActorSystem.create("callbacks");

    private final ActorRef<ActorRef<String>> silent = system.spawn("silent", context -> question -> {});

    private static <T> T get(CompletableFuture<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    private void hang() {
        try {
            release.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Hangs the thread that completes the future; answers whether that is another one than the caller, which would run the callback
     * itself if the future were complete already.
     */
    private CompletableFuture<Boolean> hangIn(CompletableFuture<?> future) {
        Thread caller = Thread.currentThread();
        var hangs = new CompletableFuture<Boolean>();
        var ignored = future.whenComplete((result, failure) -> {
            boolean elsewhere = !Thread.currentThread().equals(caller);
            hangs.complete(elsewhere);
            if (elsewhere) {
                hang();
            }
        });
        return hangs;
    }

    @Test
    void shouldAskAgainInsideTheCallbackOfATimeout() throws Exception {
        CompletableFuture<String> twice = silent.<String>ask(question -> question, SHORT)
                .exceptionally(first -> silent.<String>ask(question -> question, SHORT)
                        .exceptionally(second -> second.getClass().getSimpleName())
                        .join());
        assertThat(get(twice)).isEqualTo("AskTimeoutException");
    }

    @Test
    void shouldTickWhileCallbacksOfTimeoutsHang() throws Exception {
        // A timeout may be over before the callback is attached.
        for (int hanging = 0; hanging < 20; ) {
            hanging += get(hangIn(silent.<String>ask(question -> question, SHORT))) ? 1 : 0;
        }
        var ticked = new CompletableFuture<String>();
        system.<String>spawn("ticker", context -> {
            context.timers().startSingle("key", "tick", SHORT);
            return ticked::complete;
        });
        assertThat(get(ticked)).isEqualTo("tick");
        release.countDown();
    }

    @Test
    void shouldStopTheParentWhileACallbackOfTheChildsEndHangs() throws Exception {
        var child = new CompletableFuture<ActorRef<String>>();
        ActorRef<String> parent = system.spawn("parent", context -> {
            child.complete(context.spawn("child", inner -> message -> {}));
            return message -> {};
        });
        CompletableFuture<Boolean> hangs = hangIn(system.whenStopped(get(child)));
        CompletableFuture<Void> stopped = system.whenStopped(parent);
        system.stop(parent);
        assertThat(get(hangs)).isTrue();
        get(stopped);
        release.countDown();
    }

    @Test
    void shouldSuperviseWhileACallbackOfTheFailureHangs() throws Exception {
        CountDownLatch attached = new CountDownLatch(1);
        ActorRef<ActorRef<String>> once = system.spawn("once", context -> question -> {
            if (release.getCount() == 1) {
                attached.await();
                throw new IllegalArgumentException("not yet");
            }
            question.tell("answer");
        });
        CompletableFuture<String> first = once.ask(question -> question, LONG);
        CompletableFuture<Boolean> hangs = hangIn(first);
        attached.countDown();
        assertThat(get(hangs)).isTrue();
        release.countDown();
        assertThat(get(once.<String>ask(question -> question, LONG))).isEqualTo("answer");
    }

    @Test
    void shouldForgetAnEndThatNobodyWaitsForAnyMore() {
        for (int i = 0; i < 100; i++) {
            system.whenStopped(silent).cancel(false);
        }
        Cell<?> cell = Internals.cellOf(system, silent);
        Await.until("all are forgotten", () -> cell.isIdle() && Watches.watchersOf(cell) == 0);
    }

    @Test
    void shouldEndQuestionsWithTheirScheduler() {
        Scheduler scheduler = Scheduler.create();
        ActorSystem guest = ActorSystem.builder("guest").scheduler(scheduler).build();
        ActorRef<ActorRef<String>> actor = guest.spawn(context -> question -> {});
        CompletableFuture<String> before = actor.ask(question -> question, LONG);
        scheduler.close();
        CompletableFuture<String> after = actor.ask(question -> question, LONG);
        assertThatThrownBy(() -> get(before)).hasCauseInstanceOf(ActorStoppedException.class);
        assertThatThrownBy(() -> get(after)).hasCauseInstanceOf(ActorStoppedException.class);
        guest.close(Duration.ZERO);
    }

    interface Account {
        CompletableFuture<Long> balance();

        void hog();
    }

    private final CountDownLatch hogging = new CountDownLatch(1);

    private final class SlowAccount implements Account {
        @Override
        public CompletableFuture<Long> balance() {
            return new CompletableFuture<>();
        }

        @Override
        public void hog() {
            hogging.countDown();
            while (release.getCount() == 1) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    void shouldEndTheCallsOfAProxyWithTheSystem() throws Exception {
        ActorSystem bank = ActorSystem.create("bank");
        Account account = bank.proxy("account", Account.class, SlowAccount::new);
        CompletableFuture<Long> begun = account.balance();
        account.hog();
        hogging.await();
        CompletableFuture<Long> waiting = account.balance();
        assertThat(bank.close(Duration.ZERO).stuck()).hasSize(1);
        CompletableFuture<Long> late = account.balance();
        for (CompletableFuture<Long> call : List.of(begun, waiting, late)) {
            assertThatThrownBy(() -> get(call))
                    .hasCauseInstanceOf(ActorStoppedException.class)
                    .hasMessageContaining("/bank/account");
        }
        release.countDown();
    }
}
