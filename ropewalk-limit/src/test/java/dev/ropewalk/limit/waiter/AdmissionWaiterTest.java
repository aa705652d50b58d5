package dev.ropewalk.limit.waiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

class AdmissionWaiterTest {
    private final ThreadWaiter<String> waiter = new ThreadWaiter<>("a seat");
    private final Seat seat = new Seat();
    private final CompletableFuture<String> future = seat.future();

    @Test
    void shouldBeGrantedOnce() {
        assertThat(waiter.isSettled()).isFalse();
        assertThat(waiter.granted()).isNull();
        assertThat(waiter.grant("front")).isTrue();
        assertThat(waiter.grant("back")).isFalse();
        assertThat(waiter.refuse(new IllegalStateException("closed"))).isFalse();
        assertThat(waiter.withdraw()).isFalse();
        assertThat(waiter.isSettled()).isTrue();
        assertThat(waiter.granted()).isEqualTo("front");
        assertThat(waiter.refusal()).isNull();
    }

    @Test
    void shouldTakeNothingWhenWithdrawn() {
        assertThat(waiter.withdraw()).isTrue();
        assertThat(waiter.withdraw()).isFalse();
        assertThat(waiter.grant("front")).isFalse();
        assertThat(waiter.granted()).isNull();
        assertThat(waiter.isSettled()).isTrue();
    }

    @Test
    void shouldThrowWhatItWasRefusedWith() {
        var error = new IllegalStateException("closed");
        assertThat(waiter.refuse(error)).isTrue();
        assertThat(waiter.grant("front")).isFalse();
        assertThat(waiter.refusal()).isSameAs(error);
        assertThatThrownBy(waiter::granted).isSameAs(error);
    }

    @Test
    void shouldSayWhoWaitsForWhat() {
        assertThat(waiter).hasToString(Thread.currentThread().getName() + " waiting for a seat");
        assertThat(waiter.purpose()).isEqualTo("a seat");
    }

    @Test
    void shouldCompleteAFutureWithWhatIsGranted() {
        assertThat(seat.grant("front")).isTrue();
        assertThat(future).isNotDone();
        seat.wake();
        assertThat(future).isCompletedWithValue("front");
        assertThat(seat.events).isEmpty();
    }

    @Test
    void shouldFailAFutureThatIsRefused() {
        var error = new IllegalStateException("closed");
        assertThat(seat.refuse(error)).isTrue();
        seat.wake();
        assertThatThrownBy(future::join).isInstanceOf(CompletionException.class).hasCause(error);
        assertThat(seat.events).isEmpty();
    }

    @Test
    void shouldWithdrawWhenItsFutureIsCancelled() {
        assertThat(future.cancel(true)).isTrue();
        assertThat(seat.events).containsExactly("withdrawn");
        assertThat(seat.grant("front")).isFalse();
        assertThatThrownBy(future::join).isInstanceOf(CancellationException.class);
    }

    @Test
    void shouldWithdrawWhenItsFutureIsCompletedByOthers() {
        assertThat(future.complete("my own")).isTrue();
        assertThat(seat.events).containsExactly("withdrawn");
    }

    @Test
    void shouldGiveBackWhatWasGrantedToAFutureThatEndedMeanwhile() {
        assertThat(seat.grant("front")).isTrue();
        assertThat(future.cancel(true)).isTrue();
        assertThat(seat.events).isEmpty();
        seat.wake();
        assertThat(seat.events).containsExactly("given back front");
    }

    private static final class Seat extends FutureWaiter<String> {
        private final List<String> events = new ArrayList<>();

        @Override
        protected void withdrawn() {
            events.add("withdrawn");
        }

        @Override
        protected void giveBack(String value) {
            events.add("given back " + value);
        }
    }
}
