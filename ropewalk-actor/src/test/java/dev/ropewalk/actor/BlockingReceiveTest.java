package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The forms of receiving. */
class BlockingReceiveTest extends BlockingActorTests {
    private sealed interface Message {
        record Request(int id, ActorRef<Message> replyTo) implements Message {}

        record Reply(int id, String text) implements Message {}
    }

    @Test
    void shouldReceiveMessagesOfOneSenderInOrder() throws Exception {
        var sum = new CompletableFuture<List<Integer>>();
        ActorRef<Integer> actor = system.spawnBlocking(inbox -> {
            List<Integer> received = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                received.add(inbox.receive());
            }
            sum.complete(received);
        });
        IntStream.range(0, 10_000).forEach(actor::tell);
        assertThat(get(sum))
                .containsExactlyElementsOf(IntStream.range(0, 10_000).boxed().toList());
    }

    @Test
    void shouldWaitForAMessage() throws Exception {
        ActorRef<String> actor = system.spawnBlocking(inbox -> told.add(inbox.receive()));
        awaitIdle(actor);
        actor.tell("at last");
        assertThat(next()).isEqualTo("at last");
    }

    @Test
    void shouldTakeWhatIsThereWithoutWaiting() throws Exception {
        ActorRef<String> actor = system.spawnBlocking(inbox -> {
            told.add(inbox.tryReceive());
            inbox.receive("go"::equals);
            told.add(inbox.tryReceive());
            told.add(inbox.receive(Duration.ZERO));
            told.add(inbox.receive("third"::equals, Duration.ofSeconds(-1)));
            told.add(inbox.tryReceive());
        });
        assertThat(next()).isEqualTo(Optional.empty());
        List.of("first", "second", "third", "go").forEach(actor::tell);
        for (String expected : List.of("first", "second", "third")) {
            assertThat(next()).isEqualTo(Optional.of(expected));
        }
        assertThat(next()).isEqualTo(Optional.empty());
    }

    @Test
    void shouldGiveUpWaitingWhenTheTimeIsUp() throws Exception {
        ActorRef<String> actor = system.spawnBlocking(inbox -> {
            long begin = System.nanoTime();
            Optional<String> none = inbox.receive(Duration.ofMillis(20));
            told.add(none.isEmpty() && System.nanoTime() - begin >= 20_000_000);
            told.add(inbox.receive("wanted"::equals, Duration.ofMillis(1)));
            told.add(inbox.receive());
        });
        assertThat(next()).isEqualTo(true);
        assertThat(next()).isEqualTo(Optional.empty());
        actor.tell("still there");
        assertThat(next()).isEqualTo("still there");
    }

    @Test
    void shouldWaitAsLongAsADurationCanSay() throws Exception {
        ActorRef<String> actor =
                system.spawnBlocking(inbox -> told.add(inbox.receive(Duration.ofSeconds(Long.MAX_VALUE))));
        awaitIdle(actor);
        actor.tell("came");
        assertThat(next()).isEqualTo(Optional.of("came"));
    }

    @Test
    void shouldLoseNothingThatComesWhenTheTimeIsUp() throws Exception {
        int messages = 20_000;
        var received = new CompletableFuture<List<Integer>>();
        ActorRef<Integer> actor = system.spawnBlocking(inbox -> {
            List<Integer> all = new ArrayList<>();
            while (all.size() < messages) {
                inbox.receive(Duration.ofNanos(1_000)).ifPresent(all::add);
            }
            received.complete(all);
        });
        for (int i = 0; i < messages; i++) {
            actor.tell(i);
        }
        assertThat(get(received))
                .containsExactlyElementsOf(IntStream.range(0, messages).boxed().toList());
    }

    @Test
    void shouldReceiveUrgentMessagesFirst() throws Exception {
        record Job(String name, boolean urgent) {}

        ActorRef<Job> actor = system.spawnBlocking(inbox -> {
            inbox.receive(job -> job.name().equals("go"));
            while (true) {
                Optional<Job> urgent = inbox.receive(Job::urgent, Duration.ZERO);
                told.add((urgent.isPresent() ? urgent.get() : inbox.receive()).name());
            }
        });
        actor.tell(new Job("a", false));
        actor.tell(new Job("b", true));
        actor.tell(new Job("c", false));
        actor.tell(new Job("d", true));
        actor.tell(new Job("go", false));
        for (String expected : List.of("b", "d", "a", "c")) {
            assertThat(next()).isEqualTo(expected);
        }
    }

    @Test
    void shouldMatchAReplyByItsCorrelationId() throws Exception {
        ActorRef<Message> echo = system.spawnBlocking(inbox -> {
            List<Message.Request> requests = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                requests.add(inbox.receive(Message.Request.class));
            }
            for (Message.Request request : requests.reversed()) {
                request.replyTo().tell(new Message.Reply(request.id(), "answer " + request.id()));
            }
        });
        system.<Message>spawnBlocking(inbox -> {
            for (int id = 1; id <= 3; id++) {
                echo.tell(new Message.Request(id, inbox.self()));
            }
            for (int id = 1; id <= 3; id++) {
                int wanted = id;
                Message reply =
                        inbox.receive(message -> message instanceof Message.Reply(int of, var t) && of == wanted);
                told.add(((Message.Reply) reply).text());
            }
        });
        for (int id = 1; id <= 3; id++) {
            assertThat(next()).isEqualTo("answer " + id);
        }
    }

    @Test
    void shouldKeepTheOrderOfWhatIsPassedOver() throws Exception {
        ActorRef<Integer> actor = system.spawnBlocking(inbox -> {
            told.add(inbox.receive(number -> number == 200));
            told.add(inbox.receive(number -> number == 100));
            told.add(inbox.receive(number -> number > 100));
            told.add(inbox.size());
            List<Integer> rest = new ArrayList<>();
            while (inbox.size() > 0) {
                rest.add(inbox.receive());
            }
            told.add(rest);
        });
        IntStream.rangeClosed(1, 200).forEach(actor::tell);
        assertThat(next()).isEqualTo(200);
        assertThat(next()).isEqualTo(100);
        assertThat(next()).isEqualTo(101);
        assertThat(next()).isEqualTo(197);
        assertThat(next())
                .isEqualTo(IntStream.rangeClosed(1, 199)
                        .filter(number -> number != 100 && number != 101)
                        .boxed()
                        .toList());
    }

    @Test
    void shouldReceiveByType() throws Exception {
        ActorRef<Object> actor = system.spawnBlocking(inbox -> {
            told.add(inbox.receive(Integer.class));
            told.add(inbox.receive(String.class, LONG));
            told.add(inbox.receive(String.class, Duration.ZERO));
        });
        actor.tell("text");
        actor.tell(42);
        assertThat(next()).isEqualTo(42);
        assertThat(next()).isEqualTo(Optional.of("text"));
        assertThat(next()).isEqualTo(Optional.empty());
    }

    @Test
    void shouldKeepAMessageWhenTheQuestionWhetherItIsWantedThrows() throws Exception {
        ActorRef<String> actor = system.spawnBlocking(inbox -> {
            assertThatThrownBy(() -> inbox.receive(message -> {
                        throw new IllegalStateException("about " + message);
                    }))
                    .hasMessage("about this");
            told.add(inbox.receive());
        });
        actor.tell("this");
        assertThat(next()).isEqualTo("this");
    }

    @Test
    void shouldLetOnlyItsOwnThreadReceive() throws Exception {
        ActorRef<String> actor = system.spawnBlocking("shared", inbox -> {
            told.add(inbox);
            inbox.receive();
        });
        var inbox = (Inbox<?>) next();
        assertThatThrownBy(inbox::receive)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(actor.path())
                .hasMessageContaining(Thread.currentThread().getName());
        assertThatThrownBy(inbox::tryReceive).isInstanceOf(IllegalStateException.class);
    }

    /** A form of receiving. */
    private interface Form {
        @Nullable
        Object in(Inbox<String> inbox) throws InterruptedException;
    }

    /** One in a choice would take messages out of the midst of the outer receive. */
    @Test
    void shouldRefuseToReceiveInAChoiceAndLoseNothing() throws Exception {
        List<Form> forms = List.of(
                Inbox::receive,
                inbox -> inbox.receive(Duration.ofSeconds(30)),
                inbox -> inbox.receive("second"::equals),
                inbox -> inbox.receive("second"::equals, Duration.ZERO),
                inbox -> inbox.receive(String.class),
                Inbox::tryReceive);
        ActorRef<String> actor = system.spawnBlocking(inbox -> {
            for (Form form : forms) {
                told.add(inbox.receive("go"::equals)); // passes over the others
                try {
                    inbox.receive(message -> {
                        try {
                            return form.in(inbox) == null;
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    });
                } catch (IllegalStateException refused) {
                    told.add(refused.getMessage());
                }
                told.add(inbox.receive());
                told.add(inbox.receive());
            }
        });
        for (int i = 0; i < forms.size(); i++) {
            List.of("first", "second", "go").forEach(actor::tell);
            assertThat(next()).isEqualTo("go");
            assertThat(next()).asString().contains(actor.path(), "must not receive");
            assertThat(next()).isEqualTo("first");
            assertThat(next()).isEqualTo("second");
        }
    }
}
