package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.base.BriefLock;
import dev.ropewalk.testing.Await;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The lock of a channel. */
@Timeout(60)
@ParameterizedClass
@EnumSource(value = Party.class, mode = EnumSource.Mode.EXCLUDE, names = "CALLBACK")
class ChannelLockTest {
    private static final int ROUNDS = 20_000;

    private static final class Counted extends BriefLock {
        int count;
    }

    private final Party party;
    private final Parties parties = new Parties();
    private final Counted lock = new Counted();

    ChannelLockTest(Party party) {
        this.party = party;
    }

    @AfterEach
    void close() {
        parties.close();
    }

    @Test
    void shouldLetOneInAtATime() throws Exception {
        Operation<Integer> one = parties.run(party, this::countUp);
        Operation<Integer> other = parties.run(party, this::countUp);
        int own = countUp();
        assertThat(one.outcome() + other.outcome() + own).isEqualTo(3 * ROUNDS);
        assertThat(lock.count).isEqualTo(3 * ROUNDS);
    }

    private int countUp() {
        for (int i = 0; i < ROUNDS; i++) {
            lock.lock();
            lock.count++;
            lock.unlock();
        }
        return ROUNDS;
    }

    @Test
    void shouldGiveUpTryingWhileItIsHeld() throws Exception {
        lock.lock();
        assertThat(parties.run(party, lock::tryLock).outcome()).isFalse();
        lock.unlock();
        assertThat(parties.run(party, lock::tryLock).outcome()).isTrue();
    }

    @Test
    void shouldLetAThreadSleepAndKeepItsInterrupt() throws Exception {
        lock.lock();
        Operation<Boolean> waiting = parties.run(party, () -> {
            Thread.currentThread().interrupt();
            lock.lock();
            lock.unlock();
            return true;
        });
        try {
            Await.until("the thread to sleep", () -> waiting.state() == Thread.State.TIMED_WAITING);
            assertThat(waiting.isDone()).isFalse();
        } finally {
            lock.unlock();
        }
        assertThat(waiting.outcome()).isTrue();
        assertThat(waiting.leftInterrupted()).isTrue();
    }
}
