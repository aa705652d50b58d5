package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.channel.core.OverflowPolicy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What channels hand out can be sent over channels: an element is never taken for a party that waits. */
@Timeout(60)
@ParameterizedClass
@EnumSource(Kind.class)
class OperationsAsElementsTest {
    private final Kind kind;
    private final ManualExecutor executor = new ManualExecutor();
    private final List<Object> told = new ArrayList<>();
    private final List<Object> undelivered = new ArrayList<>();
    private final List<Object> elements = new ArrayList<>();
    private final Channel<Object> channel;

    OperationsAsElementsTest(Kind kind) {
        this.kind = kind;
        this.channel = kind.open(Channel.builder().onUndelivered(undelivered::add));
    }

    @BeforeEach
    void makeOperations() {
        Channel<Integer> other = Channel.rendezvous();
        Select<Integer> select =
                Select.<Integer>fair().receive(other, element -> element).build();
        elements.add(other.receiveAsync(executor, told::add));
        elements.add(select.selectAsync(executor, told::add));
        elements.add(Channel.<Integer>rendezvous().sendAsync(1, executor, told::add));
        elements.add(new ReceiveResult.Closed<>());
        elements.add(new SendResult.Full());
    }

    private void assertNobodyElseWasWoken() {
        executor.runAll();
        assertThat(told).isEmpty();
    }

    @Test
    void shouldBeHandedToThoseWhoWait() {
        List<Object> received = new ArrayList<>();
        for (Object element : elements) {
            channel.receiveAsync(Runnable::run, received::add);
            assertThat(channel.trySend(element)).isTrue();
        }
        assertThat(received)
                .containsExactlyElementsOf(elements.stream()
                        .<Object>map(ReceiveResult.Received::new)
                        .toList());
        assertNobodyElseWasWoken();
    }

    @Test
    void shouldBeReceivedFromBufferAndSenders() throws InterruptedException {
        List<Object> sent = new ArrayList<>();
        elements.forEach(element -> channel.sendAsync(element, Runnable::run, sent::add));
        assertThat(sent).allMatch(new SendResult.Sent()::equals);
        Select<Object> select = Select.fair()
                .receive(channel, element -> element)
                .otherwise(() -> "nothing")
                .build();
        List<Object> received = new ArrayList<>();
        channel.tryReceive().ifPresent(received::add);
        Object selected = select.select();
        if (elements.contains(selected)) {
            received.add(selected);
        }
        channel.drainTo(received, 2);
        channel.close();
        channel.forEach(received::add);
        received.addAll(undelivered);
        assertThat(received).containsExactlyInAnyOrderElementsOf(elements);
        assertNobodyElseWasWoken();
    }

    @Test
    void shouldBeUndelivered() {
        elements.forEach(channel::trySend);
        channel.fail(new IllegalStateException());
        int sent = kind.overflow == OverflowPolicy.WAIT ? Math.min(kind.capacity, elements.size()) : elements.size();
        assertThat(undelivered).hasSize(sent);
        assertThat(channel.stats().undelivered()).isEqualTo(undelivered.size());
        assertThat(channel.stats().sends()).isEqualTo(undelivered.size());
        assertNobodyElseWasWoken();
    }
}
