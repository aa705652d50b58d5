package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.channel.core.LockedChannel;
import dev.ropewalk.channel.core.Signal;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The moment between the decision of a select that waits and its wake-up. */
@Timeout(60)
@ParameterizedClass
@EnumSource(value = Party.class, mode = EnumSource.Mode.EXCLUDE, names = "CALLBACK")
class SelectHandOverTest {
    private final Party party;
    private final Parties parties = new Parties();
    private final LockedChannel<String> a = (LockedChannel<String>) Channel.<String>rendezvous();
    private final LockedChannel<String> b = (LockedChannel<String>) Channel.<String>rendezvous();

    SelectHandOverTest(Party party) {
        this.party = party;
    }

    @AfterEach
    void close() {
        parties.close();
    }

    private SelectBuilder<String> receiving() {
        return Select.<String>fair().receive(a, element -> "a " + element).receive(b, element -> "b " + element);
    }

    private static <V> V locked(LockedChannel<String> channel, Callable<V> step) throws Exception {
        channel.lock();
        try {
            return step.call();
        } finally {
            channel.unlock();
        }
    }

    /** Sends, but doesn't wake the select yet. */
    private static Object sendWithoutWaking(LockedChannel<String> channel, String element) throws Exception {
        return locked(channel, () -> channel.trySendLocked(element));
    }

    @Test
    void shouldBePassedByInItsOtherChannels() throws Exception {
        Operation<String> select = parties.waitingSelect(party, receiving().build(), b);
        Operation<ReceiveResult<String>> behind = parties.waitingReceive(Party.VIRTUAL_THREAD, b);
        Object outcome = sendWithoutWaking(a, "won");

        assertThat(b.stats().waitingReceivers()).isEqualTo(1);
        assertThat(b.trySend("for the next")).isTrue();
        assertThat(behind.outcome()).isEqualTo(new ReceiveResult.Received<>("for the next"));
        assertThat(b.trySend("for nobody")).isFalse();
        a.afterSend(outcome);
        assertThat(select.outcome()).isEqualTo("a won");
    }

    @Test
    void shouldNotHinderOthersWhoComeMeanwhile() throws Exception {
        Operation<String> select = parties.waitingSelect(party, receiving().build(), b);
        Object outcome = sendWithoutWaking(a, "won");
        Operation<SendResult> sender = parties.waitingSend(Party.CALLBACK, b, "waits");
        assertThat(sender.isDone()).isFalse();
        assertThat(b.tryReceive()).contains("waits");
        a.close();
        b.close();
        a.afterSend(outcome);
        assertThat(select.outcome()).isEqualTo("a won");
        assertThat(sender.outcome().isSent()).isTrue();
    }

    @Test
    void shouldKeepItsElementWhenInterruptedTooLate() throws Exception {
        Operation<String> select = parties.waitingSelect(party, receiving().build(), b);
        Object outcome = sendWithoutWaking(a, "kept");
        select.giveUp();
        Await.until("the thread to notice its interrupt", () -> !select.isInterrupted());
        assertThat(select.isDone()).isFalse();
        a.afterSend(outcome);
        assertThat(select.outcome()).isEqualTo("a kept");
        assertThat(select.leftInterrupted()).isTrue();
        assertThat(b.stats().waitingReceivers()).isZero();
    }

    @Test
    void shouldKeepItsElementWhenTheTimeIsUpTooLate() throws Exception {
        Object outcome;
        Operation<String> select;
        long millis = 10;
        do {
            Duration time = Duration.ofMillis(millis *= 2);
            Operation<String> attempt = parties.select(
                    party, receiving().timeout(time, () -> "late").build());
            Await.until("a waiting select", () -> a.stats().waitingReceivers() > 0 || attempt.isDone());
            outcome = sendWithoutWaking(a, "kept");
            select = attempt;
        } while (outcome == Signal.WAIT);
        Operation<String> last = select;
        Await.until("the thread to wait without a limit", () -> last.state() == Thread.State.WAITING);
        a.afterSend(outcome);
        assertThat(last.outcome()).isEqualTo("a kept");
    }

    @Test
    void shouldLookAtAllChannelsAtOneMomentBeforeItSaysThatNothingIsReady() throws Exception {
        LockedChannel<String> gate = (LockedChannel<String>) Channel.<String>rendezvous();
        LockedChannel<String> first = (LockedChannel<String>) Channel.<String>buffered(1);
        LockedChannel<String> second = (LockedChannel<String>) Channel.<String>buffered(1);
        // The gate seems ready, because a select that was decided elsewhere stands there, but isn't.
        Select<String> decided = Select.<String>fair()
                .receive(a, x -> x)
                .send(gate, () -> "", () -> "")
                .build();
        Operation<String> standing = parties.waitingSelect(Party.VIRTUAL_THREAD, decided, gate);
        Object outcome = sendWithoutWaking(a, "elsewhere");
        first.trySend("first");

        Operation<String> select = locked(gate, () -> {
            Operation<String> begun = parties.select(
                    party,
                    Select.<String>inOrder()
                            .receive(second, element -> element)
                            .receive(gate, element -> element)
                            .receive(first, element -> element)
                            .otherwise(() -> "neither")
                            .build());
            Await.until("the select to stand before the gate", begun::isContending);
            second.trySend("second");
            assertThat(first.tryReceive()).contains("first");
            return begun;
        });
        assertThat(select.outcome()).isEqualTo("second");
        a.afterSend(outcome);
        assertThat(standing.outcome()).isEqualTo("elsewhere");
    }
}
