package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.system.Snapshots;
import dev.ropewalk.testing.Await;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** An actor that keeps what it gets, answers questions, runs code, fails, and can be held up. */
public final class Recipient {
    public final ActorRef<Object> ref;

    private final ConcurrentLinkedQueue<Object> received = new ConcurrentLinkedQueue<>();

    /** A question: the answer is the text. */
    public record Question(String text, ActorRef<String> replyTo) {}

    public Recipient(ActorSystem system, Mailbox<? super Object> mailbox) {
        this(system, ActorOptions.defaults().mailbox(mailbox));
    }

    public Recipient(ActorSystem system, ActorOptions<? super Object> options) {
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
    public Hold hold() {
        var hold = new Hold();
        ref.tell(hold);
        Await.until(ref + " is held up", hold::isEntered);
        return hold;
    }

    public Cell<?> cell() {
        return (Cell<?>) ref;
    }

    public ActorSnapshot snapshot() {
        return Snapshots.of(cell());
    }

    public List<Object> received() {
        return List.copyOf(received);
    }

    public void await(Object... expected) {
        List<Object> wanted = List.of(expected);
        Await.until(ref + " gets " + wanted, () -> received().size() >= wanted.size());
        assertThat(received()).isEqualTo(wanted);
    }
}
