package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** An actor that keeps what it gets, answers questions, runs code, fails, and can be held up. */
final class Recipient {
    final ActorRef<Object> ref;

    private final ConcurrentLinkedQueue<Object> received = new ConcurrentLinkedQueue<>();

    /** A question: the answer is the text. */
    record Question(String text, ActorRef<String> replyTo) {}

    Recipient(ActorSystem system, Mailbox<? super Object> mailbox) {
        this(system, ActorOptions.defaults().mailbox(mailbox));
    }

    Recipient(ActorSystem system, ActorOptions<? super Object> options) {
        ref = system.spawn(options, context -> message -> {
            switch (message) {
                case Hold hold -> hold.pass(context.scheduler());
                case Question(String text, ActorRef<String> replyTo) -> {
                    received.add(text);
                    replyTo.tell(text);
                }
                case Runnable code -> code.run();
                case RuntimeException failure -> throw failure;
                default -> received.add(message);
            }
        });
    }

    /** Holds the actor up, with an empty mailbox if nothing else was sent. */
    Hold hold() {
        var hold = new Hold();
        ref.tell(hold);
        Eventually.isTrue(ref + " is held up", hold::isEntered);
        return hold;
    }

    Cell<?> cell() {
        return (Cell<?>) ref;
    }

    ActorSnapshot snapshot() {
        return Snapshots.of(cell());
    }

    List<Object> received() {
        return List.copyOf(received);
    }

    void await(Object... expected) {
        List<Object> wanted = List.of(expected);
        Eventually.isTrue(ref + " gets " + wanted, () -> received().size() >= wanted.size());
        assertThat(received()).isEqualTo(wanted);
    }
}
