package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.Receptionist.Listing;
import dev.ropewalk.actor.testkit.ActorTestKit;
import dev.ropewalk.actor.testkit.Probe;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How what happens elsewhere comes back into an actor, as a user would write it. */
@Timeout(60)
class MessageAdapterExampleTest {
    @AutoClose
    private final ActorTestKit kit = ActorTestKit.create();

    private final Probe<String> probe = kit.probe("probe");

    /** The protocol of an exchange that knows nothing of its users. */
    record Price(String share, int cents) {}

    record Subscribe(ActorRef<Price> subscriber) {}

    record Query(String share, ActorRef<Price> replyTo) {}

    private static final ServiceKey<Subscribe> EXCHANGES = new ServiceKey<>("exchanges", Subscribe.class);

    /** The trader's own protocol. */
    sealed interface Command {
        record NewPrice(Price price) implements Command {}

        record Answered(@Nullable Price price, @Nullable Throwable failure) implements Command {}

        record Exchanges(Listing<Subscribe> listing) implements Command {}
    }

    /** Subscribes to all exchanges, and asks one actor itself. */
    private static final class Trader implements Actor<Command> {
        private final ActorRef<Price> prices;
        private final ActorRef<String> log;

        Trader(ActorContext<Command> context, ActorRef<Query> market, ActorRef<String> log) {
            this.log = log;
            prices = context.messageAdapter(Command.NewPrice::new);
            ActorRef<Listing<Subscribe>> exchanges = context.messageAdapter(Command.Exchanges::new);
            context.system().receptionist().subscribe(EXCHANGES, exchanges);
            context.<Query, Price>ask(
                    market, replyTo -> new Query("tin", replyTo), Duration.ofSeconds(30), Command.Answered::new);
        }

        @Override
        public void receive(Command command) {
            switch (command) {
                case Command.NewPrice(Price(String share, int cents)) -> log.tell(share + " " + cents);
                case Command.Answered answered -> log.tell("asked " + answered.price());
                case Command.Exchanges(Listing<Subscribe> listing) ->
                    listing.actors().forEach(exchange -> exchange.tell(new Subscribe(prices)));
            }
        }
    }

    @Test
    void shouldUseTheProtocolsOfOthers() {
        ActorRef<Query> market =
                kit.system().spawn("market", context -> query -> query.replyTo().tell(new Price(query.share(), 7)));
        kit.system().<Command>spawn("trader", context -> new Trader(context, market, probe.ref()));
        probe.expect("asked Price[share=tin, cents=7]");

        ActorRef<Subscribe> exchange = kit.system()
                .spawn(
                        "exchange",
                        context -> subscribe -> subscribe.subscriber().tell(new Price("rope", 12)));
        kit.system().receptionist().register(EXCHANGES, exchange);
        probe.expect("rope 12");
    }

    static List<Mailbox<Object>> mailboxes() {
        return List.of(
                Mailbox.unbounded(),
                Mailbox.bounded(1000, OverflowPolicy.BLOCK),
                Mailbox.bounded(1000, OverflowPolicy.DROP_OLDEST),
                Mailbox.bounded(1000, OverflowPolicy.FAIL),
                Mailbox.<Object>priority(Comparator.comparing(String.class::cast)),
                Mailbox.unbounded().urgent(message -> ((String) message).startsWith("!")));
    }

    private static String text(Integer number) {
        if (number < 0) {
            throw new IllegalArgumentException("negative: " + number);
        }
        return "number " + number;
    }

    /** Returns a ref for numbers to an actor that takes text, and hands it to the probe. */
    private ActorRef<Integer> adapter(ActorOptions<? super String> options) {
        var made = new CompletableFuture<ActorRef<Integer>>();
        kit.system().<String>spawn(options, context -> {
            made.complete(context.messageAdapter(MessageAdapterExampleTest::text));
            return probe.ref()::tell;
        });
        return made.join();
    }

    @ParameterizedTest
    @MethodSource("mailboxes")
    void shouldMakeMessagesForEachKindOfMailbox(Mailbox<Object> mailbox) throws Exception {
        ActorRef<Integer> numbers = adapter(ActorOptions.defaults().mailbox(mailbox));
        IntStream.range(0, 5).forEach(numbers::tell);
        assertThat(numbers.tryTell(5)).isTrue();
        assertThat(numbers.tell(6, Duration.ofSeconds(1))).isTrue();
        numbers.tellAsync(7).get();
        for (int i = 0; i < 8; i++) {
            assertThat(probe.receive()).startsWith("number ");
        }
    }

    @Test
    void shouldFailInTheActorWhenAMessageCantBeMade() {
        Probe<ActorFailure> failures = kit.events(ActorFailure.class);
        ActorRef<Integer> numbers = adapter(ActorOptions.defaults().name("numbers"));
        numbers.tell(-1);
        numbers.tell(1);
        assertThat(failures.receive().cause()).hasMessage("negative: -1");
        probe.expect("number 1");
    }

    @Test
    void shouldReachTheSenderIfTheMailboxLooksAtMessages() {
        ActorRef<Integer> numbers =
                adapter(ActorOptions.defaults().mailbox(Mailbox.unbounded().urgent("!"::equals)));
        assertThatThrownBy(() -> numbers.tell(-1)).hasMessage("negative: -1");
        numbers.tell(1);
        probe.expect("number 1");
    }

    @Test
    void shouldBeWatchedAndStoppedAsItsActor() {
        ActorRef<Integer> numbers = adapter(ActorOptions.defaults().name("numbers"));
        kit.stop(numbers);
        Probe<DeadLetter> letters = kit.deadLetters();
        numbers.tell(1);
        assertThat(letters.receive().message()).isEqualTo(1);
    }

    @Test
    void shouldBeNoRoutee() {
        ActorRef<Integer> numbers = adapter(ActorOptions.defaults().name("numbers"));
        assertThatThrownBy(() -> kit.system().routerOf(Routing.roundRobin(), List.of(numbers)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("adapted");
    }

    @Test
    void shouldBeReceivedByABlockingActor() {
        Probe<ActorRef<Integer>> sink = kit.probe("sink");
        kit.system().<String>spawnBlocking("blocking", inbox -> {
            sink.ref().tell(inbox.context().messageAdapter(MessageAdapterExampleTest::text));
            probe.ref().tell(inbox.receive(text -> text.endsWith("2")));
            probe.ref().tell(inbox.receive());
        });
        ActorRef<Integer> numbers = sink.receive();
        numbers.tell(1);
        numbers.tell(2);
        probe.expect("number 2");
        probe.expect("number 1");
    }
}
