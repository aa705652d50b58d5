package dev.ropewalk.channel.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ChannelStats;
import dev.ropewalk.channel.Operation;
import dev.ropewalk.channel.Parties;
import dev.ropewalk.channel.Party;
import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.Select;
import dev.ropewalk.channel.SelectBuilder;
import dev.ropewalk.channel.SendResult;
import dev.ropewalk.channel.select.SelectPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a select does, whatever its policy and the thread that selects. */
@Timeout(60)
@ParameterizedClass
@MethodSource("partiesAndPolicies")
class SelectContractTest {
    private final Party party;
    private final SelectPolicy policy;
    private final Parties parties = new Parties();
    private final Channel<String> a = Channel.<String>builder().name("a").rendezvous();
    private final Channel<String> b = Channel.<String>builder().name("b").rendezvous();
    private final Channel<String> c = Channel.<String>builder().name("c").buffered(1);

    SelectContractTest(Party party, SelectPolicy policy) {
        this.party = party;
        this.policy = policy;
    }

    static Stream<Arguments> partiesAndPolicies() {
        return Stream.of(Party.values())
                .flatMap(party -> Stream.of(SelectPolicy.values()).map(policy -> Arguments.of(party, policy)));
    }

    @AfterEach
    void leaveNobodyBehind() {
        parties.close();
        for (Channel<String> channel : List.of(a, b, c)) {
            assertThat(channel.stats().waitingSenders()).isZero();
            assertThat(channel.stats().waitingReceivers()).isZero();
            assertThat(((LockedChannel<String>) channel).isNobodyAt(WaitingParties.Side.SENDERS))
                    .isTrue();
            assertThat(((LockedChannel<String>) channel).isNobodyAt(WaitingParties.Side.RECEIVERS))
                    .isTrue();
        }
    }

    private SelectBuilder<String> newSelect() {
        return switch (policy) {
            case IN_ORDER -> Select.inOrder();
            case RANDOM -> Select.random();
            case FAIR -> Select.fair();
        };
    }

    /** Receives from a, receives from b, sends to c. */
    private Select<String> newMixed() {
        return newSelect()
                .receiveResult(a, result -> "a " + result)
                .receiveResult(b, result -> "b " + result)
                .sendResult(c, () -> "from select", result -> "c " + result)
                .build();
    }

    private static String received(String element) {
        return new ReceiveResult.Received<>(element).toString();
    }

    @Test
    void shouldDoTheOnlyThingThatIsReady() throws Exception {
        Select<String> select = newMixed();
        assertThat(parties.select(party, select).outcome()).isEqualTo("c " + new SendResult.Sent());
        assertThat(c.tryReceive()).contains("from select");
        c.trySend("full");
        Operation<SendResult> send = parties.waitingSend(Party.VIRTUAL_THREAD, b, "yarn");
        assertThat(parties.select(party, select).outcome()).isEqualTo("b " + received("yarn"));
        assertThat(send.outcome().isSent()).isTrue();
    }

    @Test
    void shouldWaitForWhateverComesFirst() throws Exception {
        c.trySend("full");
        Select<String> select = newMixed();

        Operation<String> first = parties.waitingSelect(party, select, a);
        assertThat(a.trySend("one")).isTrue();
        assertThat(b.trySend("too late")).isFalse();
        assertThat(first.outcome()).isEqualTo("a " + received("one"));

        Operation<String> second = parties.waitingSelect(party, select, a);
        assertThat(b.trySend("two")).isTrue();
        assertThat(a.trySend("too late")).isFalse();
        assertThat(second.outcome()).isEqualTo("b " + received("two"));

        Operation<String> third = parties.waitingSelect(party, select, a);
        assertThat(c.tryReceive()).contains("full");
        assertThat(third.outcome()).isEqualTo("c " + new SendResult.Sent());
        assertThat(c.tryReceive()).contains("from select");
        assertThat(c.tryReceive()).isEmpty();
    }

    @Test
    void shouldTakeItsTurnAmongOthersWhoWait() throws Exception {
        Operation<ReceiveResult<String>> before = parties.waitingReceive(Party.VIRTUAL_THREAD, a);
        c.trySend("full");
        Operation<String> select = parties.waitingSelect(party, newMixed(), a);
        Operation<ReceiveResult<String>> after = parties.waitingReceive(Party.CALLBACK, a);
        for (String element : List.of("1", "2", "3")) {
            assertThat(a.trySend(element)).isTrue();
        }
        assertThat(before.outcome()).isEqualTo(new ReceiveResult.Received<>("1"));
        assertThat(select.outcome()).isEqualTo("a " + received("2"));
        assertThat(after.outcome()).isEqualTo(new ReceiveResult.Received<>("3"));
    }

    @Test
    void shouldNotMeetItself() throws Exception {
        Select<String> itself = newSelect()
                .send(a, () -> "to myself", () -> "sent")
                .receive(a, element -> element)
                .timeout(Duration.ofMillis(2), () -> "alone")
                .build();
        for (int i = 0; i < 3; i++) {
            assertThat(parties.select(party, itself).outcome()).isEqualTo("alone");
        }
        assertThat(a.stats()).isEqualTo(new ChannelStats("a", 0, 0, 0, 0, 0, 0, 0, false));
    }

    @Test
    void shouldMeetAnotherSelectOnTheOnlyChannelThatFits() throws Exception {
        Select<String> other = newSelect()
                .send(b, () -> "hello", () -> "sent")
                .receive(c, element -> element)
                .build();
        Operation<String> first = parties.waitingSelect(Party.VIRTUAL_THREAD, other, b);
        Operation<String> second = parties.select(
                party,
                newSelect().receive(a, x -> x).receive(b, element -> element).build());
        assertThat(second.outcome()).isEqualTo("hello");
        assertThat(first.outcome()).isEqualTo("sent");
    }

    @Test
    void shouldLeaveAllChannelsWhenGivenUp() {
        c.trySend("full");
        Select<String> select = newMixed();
        for (int i = 0; i < 3; i++) {
            Operation<String> waiting = parties.waitingSelect(party, select, a);
            waiting.giveUp();
            assertThatThrownBy(waiting::outcome)
                    .isInstanceOfAny(InterruptedException.class, CancellationException.class);
        }
        assertThat(a.trySend("nobody")).isFalse();
        assertThat(c.drainTo(new ArrayList<>(), 9)).isEqualTo(1);
    }

    @Test
    void shouldLeaveAllChannelsWhenTheTimeIsUp() throws Exception {
        for (Duration time : List.of(Duration.ofMillis(1), Duration.ZERO, Duration.ofSeconds(Long.MIN_VALUE))) {
            Select<String> select = newSelect()
                    .receive(a, element -> element)
                    .receive(b, element -> element)
                    .timeout(time, () -> "late")
                    .build();
            assertThat(parties.select(party, select).outcome()).isEqualTo("late");
            assertThat(parties.select(party, select).outcome()).isEqualTo("late");
        }
    }

    @Test
    void shouldBeServedBeforeTheTimeIsUp() throws Exception {
        for (Duration time : List.of(Duration.ofHours(1), Duration.ofSeconds(Long.MAX_VALUE))) {
            Select<String> select = newSelect()
                    .receive(a, element -> element)
                    .timeout(time, () -> "late")
                    .build();
            Operation<String> waiting = parties.waitingSelect(party, select, a);
            a.trySend("soon");
            assertThat(waiting.outcome()).isEqualTo("soon");
        }
    }

    @Test
    void shouldDoSomethingElseWhereNothingIsReady() throws Exception {
        Select<String> select = newSelect()
                .receive(a, element -> element)
                .receive(c, element -> element)
                .otherwise(() -> "nothing")
                .build();
        assertThat(parties.select(party, select).outcome()).isEqualTo("nothing");
        c.trySend("something");
        assertThat(parties.select(party, select).outcome()).isEqualTo("something");
    }

    @Test
    void shouldLeaveOutClausesThatAreShut() throws Exception {
        List<Boolean> open = new ArrayList<>(List.of(false, true));
        Select<String> select = newSelect()
                .receive(c, element -> element)
                .when(() -> open.get(0))
                .receive(b, element -> element)
                .when(() -> open.get(1))
                .build();
        c.trySend("shut off");
        Operation<String> waiting = parties.waitingSelect(party, select, b);
        assertThat(c.stats().waitingReceivers()).isZero();
        b.trySend("let in");
        assertThat(waiting.outcome()).isEqualTo("let in");
        open.set(0, true);
        open.set(1, false);
        assertThat(parties.select(party, select).outcome()).isEqualTo("shut off");
    }

    @Test
    void shouldStandSeveralTimesInOneChannel() throws Exception {
        Select<String> select = newSelect()
                .receive(a, element -> "first " + element)
                .receive(a, element -> "second " + element)
                .receive(b, element -> element)
                .build();
        Operation<String> waiting = parties.waitingSelect(party, select, a);
        Operation<ReceiveResult<String>> behind = parties.waitingReceive(Party.VIRTUAL_THREAD, a);
        b.trySend("other");
        assertThat(waiting.outcome()).isEqualTo("other");
        a.trySend("next");
        assertThat(behind.outcome()).isEqualTo(new ReceiveResult.Received<>("next"));

        Operation<String> again = parties.waitingSelect(party, select, a);
        a.trySend("once");
        assertThat(again.outcome()).isIn("first once", "second once");
        assertThat(a.trySend("twice")).isFalse();
    }

    @Test
    void shouldBeToldOfTheEnd() throws Exception {
        c.trySend("full");
        Select<String> select = newMixed();
        Exception cause = new IllegalStateException("torn");

        Operation<String> waiting = parties.waitingSelect(party, select, a);
        c.fail(cause);
        assertThat(waiting.outcome()).isEqualTo("c " + new SendResult.Failed(cause));
        Select<String> receives = newSelect()
                .receiveResult(a, result -> "a " + result)
                .receiveResult(b, result -> "b " + result)
                .build();
        Operation<String> other = parties.waitingSelect(party, receives, a);
        b.close();
        assertThat(other.outcome()).isEqualTo("b " + new ReceiveResult.Closed<>());
        assertThat(parties.select(party, receives).outcome()).isEqualTo("b " + new ReceiveResult.Closed<>());
    }

    @Test
    void shouldSendToAFullChannelThatDrops() throws Exception {
        List<String> undelivered = new ArrayList<>();
        Channel<String> latest =
                Channel.<String>builder().onUndelivered(undelivered::add).conflated();
        latest.trySend("old");
        Select<String> select = newSelect()
                .receive(a, element -> element)
                .send(latest, () -> "new", () -> "sent")
                .build();
        assertThat(parties.select(party, select).outcome()).isEqualTo("sent");
        assertThat(undelivered).containsExactly("old");
        assertThat(latest.tryReceive()).contains("new");
    }
}
