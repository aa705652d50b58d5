package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.DeadLetter.Reason;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Dead letters of a whole system. */
@Timeout(30)
class DeadLettersTest {
    @AutoClose
    private final CapturedLog log = new CapturedLog("dev.ropewalk");

    @AutoClose
    private final ActorSystem system = ActorSystem.create("letters");

    private ActorRef<String> stoppedActor() throws Exception {
        ActorRef<String> actor = system.spawn("gone", _ -> _ -> {});
        stop(actor);
        return actor;
    }

    private void stop(ActorRef<?> actor) throws Exception {
        CompletableFuture<Void> stopped = system.whenStopped(actor);
        system.stop(actor);
        stopped.get(10, TimeUnit.SECONDS);
    }

    @Test
    void shouldPublishAndLogWhatIsSentToAStoppedActor() throws Exception {
        Queue<DeadLetter> seen = new ConcurrentLinkedQueue<>();
        system.events().subscribe(DeadLetter.class, system.<DeadLetter>spawn(_ -> seen::add));
        ActorRef<String> gone = stoppedActor();

        gone.tell("too late");

        Await.until("the dead letter is published", () -> !seen.isEmpty());
        assertThat(seen).containsExactly(new DeadLetter("too late", gone, Reason.STOPPED));
        Await.until("it is logged once", () -> log.messages("/letters/gone").size() == 1);
    }

    @Test
    void shouldPublishNoDeadLettersOfDeadLetters() throws Exception {
        Queue<Object> seen = new ConcurrentLinkedQueue<>();
        ActorRef<DeadLetter> last = system.spawn("last", _ -> _ -> {});
        system.events().subscribe(Object.class, system.<Object>spawn(_ -> seen::add));
        stop(last);

        last.tell(new DeadLetter("a", last, Reason.STOPPED));
        system.events().publish("the end");

        Await.until("the end is seen", () -> seen.contains("the end"));
        assertThat(List.copyOf(seen)).containsExactly("the end");
    }

    @Test
    void shouldSayAtTheEndHowManyMoreThereWere() throws Exception {
        ActorRef<String> gone = stoppedActor();
        for (int i = 0; i < 100; i++) {
            gone.tell("message " + i);
        }
        Await.until("all are counted", () -> log.messages("/letters/gone").size() == DeadLetterLog.LOGGED_SINGLY);

        system.close();

        assertThat(log.messages("more dead letters"))
                .containsExactly("actor system letters: 90 more dead letters within 5 s");
    }
}
