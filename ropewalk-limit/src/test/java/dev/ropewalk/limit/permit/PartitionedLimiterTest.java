package dev.ropewalk.limit.permit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.LimiterBuilder;
import dev.ropewalk.limit.Permit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PartitionedLimiterTest {
    private final Limiter limiter = Limiter.fixed(10)
            .name("search")
            .partition("live", 0.6)
            .partition("batch", 0.3)
            .build();
    private final Limiter live = limiter.partition("live");
    private final Limiter batch = limiter.partition("batch");

    @Test
    void shouldLendWhatOthersLeaveUnused() {
        assertThat(acquire(batch, 10)).hasSize(10);
        assertThat(batch.tryAcquire()).isEmpty();
        assertThat(limiter.stats().inFlight()).isEqualTo(10);
        assertThat(batch.stats().inFlight()).isEqualTo(10);
    }

    @Test
    void shouldGiveReleasedSlotsFirstToWhoIsBelowItsShare() {
        List<Permit> lent = acquire(batch, 10);
        List<CompletableFuture<Permit>> moreBatch = wish(batch, 10);
        List<CompletableFuture<Permit>> moreLive = wish(live, 10);
        lent.subList(0, 6).forEach(Permit::close);
        assertThat(done(moreLive)).isEqualTo(6);
        assertThat(done(moreBatch)).isZero();
        lent.get(6).close();
        assertThat(done(moreLive) + done(moreBatch)).isEqualTo(7);
    }

    @Test
    void shouldLendInTurnWhatNobodyHasAClaimTo() {
        List<Permit> own = acquire(limiter, 10);
        List<CompletableFuture<Permit>> moreLive = wish(live, 20);
        List<CompletableFuture<Permit>> moreBatch = wish(batch, 20);
        own.subList(0, 9).forEach(Permit::close);
        assertThat(done(moreLive)).isEqualTo(6);
        assertThat(done(moreBatch)).isEqualTo(3);
        limiter.setLimit(20);
        assertThat(done(moreLive)).isBetween(12, 13);
        assertThat(done(moreBatch)).isBetween(6, 7);
    }

    @Test
    void shouldAdmitThoseWithoutAPartitionFromWhatIsLeft() {
        List<Permit> lent = acquire(live, 10);
        List<CompletableFuture<Permit>> moreLive = wish(live, 1);
        List<CompletableFuture<Permit>> unnamed = wish(limiter, 2);
        lent.get(0).close();
        assertThat(done(unnamed)).isEqualTo(1);
        assertThat(done(moreLive)).isZero();
    }

    @Test
    void shouldLetSharesFollowTheLimit() {
        assertThat(live.limit()).isEqualTo(6);
        assertThat(batch.limit()).isEqualTo(3);
        limiter.setLimit(100);
        assertThat(live.limit()).isEqualTo(60);
        assertThat(batch.limit()).isEqualTo(30);
        assertThat(batch.stats().limit()).isEqualTo(30);
        limiter.setLimit(1);
        assertThat(live.limit()).isEqualTo(1);
        assertThat(batch.limit()).isEqualTo(1);
        assertThat(limiter.limit()).isEqualTo(1);
    }

    @Test
    void shouldServePartitionsInTurnIfTheLimitIsTooLowForAll() throws InterruptedException {
        limiter.setLimit(1);
        Permit permit = limiter.acquire();
        List<String> order = new ArrayList<>();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (Limiter one : List.of(live, live, live, batch, batch, batch)) {
            all.add(one.acquireAsync().thenAccept(granted -> {
                order.add(one.stats().name());
                granted.close();
            }));
        }
        permit.close();
        all.forEach(CompletableFuture::join);
        assertThat(order).hasSize(6);
        assertThat(order.get(0)).isNotEqualTo(order.get(1));
        assertThat(order.get(2)).isNotEqualTo(order.get(3));
    }

    @Test
    void shouldCountEachPartitionAndAll() throws InterruptedException {
        try (Permit one = live.acquire();
                Permit two = batch.acquire();
                Permit three = limiter.acquire()) {
            assertThat(List.of(one, two, three).toString())
                    .isEqualTo("[permit of 'search/live', permit of 'search/batch', permit of 'search']");
            assertThat(live.stats().admitted()).isEqualTo(1);
            assertThat(batch.stats().inFlight()).isEqualTo(1);
            assertThat(limiter.stats().admitted()).isEqualTo(3);
            assertThat(limiter.stats().inFlight()).isEqualTo(3);
        }
        assertThat(limiter.stats().inFlight()).isZero();
        assertThat(live.stats().inFlight()).isZero();
    }

    @Test
    void shouldBoundTheQueueOfEachPartition() {
        Limiter narrow = Limiter.fixed(1)
                .maxWaiting(1)
                .partition("a", 0.5)
                .partition("b", 0.5)
                .build();
        acquire(narrow, 1);
        assertThat(wish(narrow.partition("a"), 2).get(1)).isCompletedExceptionally();
        assertThat(wish(narrow.partition("b"), 1).get(0)).isNotDone();
        assertThat(narrow.partition("a").stats().rejected()).isEqualTo(1);
        assertThat(narrow.stats().waiting()).isEqualTo(2);
    }

    @Test
    void shouldTakeSharesThatAreOneTogetherInSpiteOfRounding() {
        LimiterBuilder tenths = Limiter.fixed(100);
        for (int i = 0; i < 10; i++) {
            tenths = tenths.partition("tenth " + i, 0.1);
        }
        Limiter built = tenths.build();
        assertThat(built.partition("tenth 9").limit()).isEqualTo(10);
        assertThat(Limiter.fixed(100)
                        .partition("odd", 0.29)
                        .build()
                        .partition("odd")
                        .limit())
                .isEqualTo(29);
    }

    @Test
    void shouldRefuseBadSharesWithTheirValues() {
        assertThatThrownBy(() -> Limiter.fixed(1).partition("a", 0.7).partition("b", 0.6))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageMatching("the shares must not be above 1 together, but are 1\\.\\d+: \\{a=0.7, b=0.6}");
        assertThatThrownBy(() -> Limiter.fixed(1).partition("a", 0))
                .hasMessage("the share of partition 'a' must be above 0 and at most 1: 0.0");
        assertThatThrownBy(() -> Limiter.fixed(1).partition("a", Double.NaN)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> Limiter.fixed(1).partition("a", 0.1).partition("a", 0.2))
                .hasMessage("there is a partition 'a' already: {a=0.1}");
        assertThatThrownBy(() -> Limiter.fixed(1).partition("", 0.1)).hasMessage("a partition needs a name, not \"\"");
    }

    @Test
    void shouldNameThePartitionsThatThereAre() {
        assertThatThrownBy(() -> limiter.partition("night"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("limiter 'search' has no partition 'night', but [live, batch]");
        assertThatThrownBy(() -> limiter.partition("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> live.setLimit(3))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("the limit of limiter 'search/live' is a share of the whole and can't be set to 3");
    }

    private static List<Permit> acquire(Limiter limiter, int permits) {
        return IntStream.range(0, permits)
                .mapToObj(i -> limiter.tryAcquire().orElseThrow())
                .toList();
    }

    private static List<CompletableFuture<Permit>> wish(Limiter limiter, int permits) {
        return IntStream.range(0, permits).mapToObj(i -> limiter.acquireAsync()).toList();
    }

    private static int done(List<CompletableFuture<Permit>> wishes) {
        return (int) wishes.stream().filter(CompletableFuture::isDone).count();
    }
}
