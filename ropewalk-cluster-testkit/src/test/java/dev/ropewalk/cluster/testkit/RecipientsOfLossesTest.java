package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.RemoteFailureException;
import dev.ropewalk.cluster.Topic;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Losses, log lines and failures of questions name whom a message was for that can't be read where it has come. */
class RecipientsOfLossesTest extends TwoNodes {
    private static final EntityType<Badge, Question> TYPE = EntityType.of("clerk", Badge.class, Question.class);
    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Badge.class)
            .register(3, Note.class)
            .register(4, Question.class)
            .register(5, Desk.class)
            .build();

    /** A key that can't always be made. */
    record Badge(String name) {
        private static final AtomicBoolean IS_UNREADABLE = new AtomicBoolean();

        Badge {
            if (IS_UNREADABLE.get()) {
                throw new IllegalArgumentException("the badge can't be read");
            }
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** What can't always be made. */
    record Note(String text) {
        private static final AtomicBoolean IS_UNREADABLE = new AtomicBoolean();

        Note {
            if (IS_UNREADABLE.get()) {
                throw new IllegalArgumentException("the note can't be read");
            }
        }
    }

    /** Asks for the actor. */
    record Question(Note note, ActorRef<Desk> answer) {}

    /** The actor behind an entity. */
    record Desk(ActorRef<Question> actor) {}

    private final CapturedLog log = new CapturedLog("dev.ropewalk.cluster");
    private final Note note = new Note("text");
    private final CompletableFuture<ActorRef<Desk>> heldBack = new CompletableFuture<>();
    private EntityRef<Badge, Question> clerk;
    private ActorRef<Desk> nobody;
    private ActorRef<Question> actor;

    RecipientsOfLossesTest() {
        super(ClusterOptions.defaults("office", CODECS));
    }

    /** The entity lives on the first node. */
    @BeforeEach
    void begin() throws Exception {
        one.host(TYPE, EntityOptions.defaults(), entity -> question -> {
            if (question.note().text().equals("late")) {
                heldBack.complete(question.answer());
            } else {
                question.answer().tell(new Desk(entity.actor().self()));
            }
        });
        one.whenReady().get(20, TimeUnit.SECONDS);
        other.host(TYPE, EntityOptions.defaults(), entity -> question -> {});
        clerk = other.entity(TYPE, new Badge("anna"));
        nobody = other.system().spawn(context -> desk -> {});
        actor = ask(clerk).get(20, TimeUnit.SECONDS).actor();
    }

    @AfterEach
    void letAllBeRead() {
        Badge.IS_UNREADABLE.set(false);
        Note.IS_UNREADABLE.set(false);
        log.close();
    }

    private CompletableFuture<Desk> ask(ActorRef<Question> whom) {
        return whom.ask(answer -> new Question(note, answer), LONG);
    }

    private MessageLoss onlyLoss() {
        Await.until("a loss is told", () -> !losses.isEmpty());
        assertThat(losses).hasSize(1);
        return losses.element();
    }

    @Test
    void shouldNameTheEntityOfAMessage() {
        Note.IS_UNREADABLE.set(true);
        clerk.tell(new Question(note, nobody));
        assertThat(onlyLoss().reason()).isEqualTo(Reason.MALFORMED);
        assertThat(onlyLoss().recipient()).isEqualTo("/one/clerk/anna");
        assertThat(log.messages("can't be read"))
                .singleElement()
                .asString()
                .startsWith("a message of " + other.self() + " to /one/clerk/anna can't be read / ");
    }

    @Test
    void shouldGiveTheReasonOnceInEachLine() {
        Note.IS_UNREADABLE.set(true);
        for (int i = 0; i < 3; i++) {
            clerk.tell(new Question(note, nobody));
        }
        Await.until("all are lost", () -> losses.size() == 3);
        assertThat(log.messages("to /one/clerk/anna"))
                .hasSize(3)
                .allSatisfy(line -> assertThat(line).containsOnlyOnce("MalformedFrameException: "));
    }

    @Test
    void shouldTellWhoHasAskedThatTheQuestionCouldNotBeRead() {
        Note.IS_UNREADABLE.set(true);
        CompletableFuture<Desk> answer = ask(clerk);
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> answer.get(20, TimeUnit.SECONDS))
                .havingCause()
                .isInstanceOf(RemoteFailureException.class)
                .withMessageStartingWith(
                        "the question fails at " + one.self() + ": it can't be read there, for /one/clerk/anna: ")
                .withMessageContaining("the note can't be read");
        assertThat(onlyLoss().recipient()).isEqualTo("/one/clerk/anna");
    }

    @Test
    void shouldNameTheTypeIfTheKeyCannotBeRead() {
        Badge.IS_UNREADABLE.set(true);
        clerk.tell(new Question(note, nobody));
        assertThat(onlyLoss().recipient()).isEqualTo("/one/clerk/?");
    }

    @Test
    void shouldNameAnActor() {
        Note.IS_UNREADABLE.set(true);
        actor.tell(new Question(note, nobody));
        assertThat(one.self() + onlyLoss().recipient()).isEqualTo(actor.path());
    }

    @Test
    void shouldNameTheNodeAndTheNumberOfAQuestionThatIsOver() throws Exception {
        clerk.<Desk>ask(answer -> new Question(new Note("late"), answer), Duration.ofMillis(1))
                .exceptionally(late -> new Desk(actor))
                .get(20, TimeUnit.SECONDS);
        heldBack.get(20, TimeUnit.SECONDS).tell(new Desk(actor));
        assertThat(onlyLoss().reason()).isEqualTo(Reason.NO_RECIPIENT);
        assertThat(onlyLoss().recipient()).matches("/other/#\\d+");
    }

    @Test
    void shouldNameATopic() {
        Queue<Note> heard = new ConcurrentLinkedQueue<>();
        one.topic("news", Note.class).subscribe(one.system().spawn(context -> heard::add));
        Topic<Note> news = other.topic("news", Note.class);
        Await.until("it has subscribed", () -> {
            news.publish(note);
            return !heard.isEmpty();
        });
        Note.IS_UNREADABLE.set(true);
        news.publish(note);
        Await.until("a loss is told", () -> !losses.isEmpty());
        assertThat(List.copyOf(losses)).extracting(MessageLoss::recipient).containsOnly("/topic news");
    }
}
