package dev.ropewalk.channel.select;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.core.ChannelCore;
import dev.ropewalk.channel.core.LockedChannel;
import dev.ropewalk.scheduler.park.Parking;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A select whose clause can't make its step, as when memory has run out: the next round may begin. */
class FailedClauseTest {
    private final Channel<String> channel = Channel.buffered(1);
    private final FailingClause clause = new FailingClause((LockedChannel<String>) channel);
    private final ChannelSelect<Object> select =
            new ChannelSelect<>(SelectPolicy.FAIR, List.of(clause), null, null, Parking.FOREVER);
    private final List<Object> told = new ArrayList<>();

    /** Receives, but fails at first. */
    private static final class FailingClause extends Clause<Object> {
        private final ReceiveClause<String, Object> receive;
        private boolean hasFailed;

        FailingClause(LockedChannel<String> channel) {
            this.receive = new ReceiveClause<>(channel, element -> element);
        }

        @Override
        public ChannelCore<?> channel() {
            return receive.channel();
        }

        @Override
        String operation() {
            return receive.operation();
        }

        @Override
        void prepare() {
            receive.prepare();
        }

        @Override
        boolean mayProceed() {
            return receive.mayProceed();
        }

        @Override
        Object attemptLocked() {
            if (!hasFailed) {
                hasFailed = true;
                throw new OutOfMemoryError("for a test");
            }
            return receive.attemptLocked();
        }

        @Override
        SelectWaiter queueLocked(Selection selection) {
            return receive.queueLocked(selection);
        }

        @Override
        Object afterAttempt(Object outcome) {
            return receive.afterAttempt(outcome);
        }

        @Override
        void giveBack(Object outcome) {
            receive.giveBack(outcome);
        }

        @Override
        Object act(Object outcome) {
            return receive.act(outcome);
        }
    }

    @Test
    void shouldBeOfUseAfterAStepHasFailed() throws InterruptedException {
        channel.send("it");
        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(select::select);

        assertThat(select.select()).isEqualTo("it");
    }

    @Test
    void shouldBeOfUseAfterAStepUnderAllLocksHasFailed() throws InterruptedException {
        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(select::select);

        channel.send("it");
        assertThat(select.select()).isEqualTo("it");
    }

    @Test
    void shouldBeOfUseAfterAStepForACallbackHasFailed() throws InterruptedException {
        channel.send("it");
        assertThatExceptionOfType(OutOfMemoryError.class)
                .isThrownBy(() -> select.selectAsync(Runnable::run, told::add));

        select.selectAsync(Runnable::run, told::add);
        assertThat(told).containsExactly("it");
    }
}
