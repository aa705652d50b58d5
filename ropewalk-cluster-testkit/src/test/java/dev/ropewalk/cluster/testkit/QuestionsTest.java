package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.MailboxFullException;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Entities;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.RemoteFailureException;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.codec.EncodingException;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Questions to another node that nobody answers there: they fail as they would here, and say where and why. */
class QuestionsTest extends TwoNodes {
    private static final EntityType<String, Command> TYPE = EntityType.of("clerk", String.class, Command.class);
    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Throw.class)
            .register(3, Pause.class)
            .register(4, Name.class)
            .register(5, Self.class)
            .register(6, Stop.class)
            .register(7, Desk.class)
            .register(8, Riddle.class)
            .register(9, Lend.class)
            .register(10, Send.class)
            .register(11, Parcel.class)
            .build();

    /** What a clerk understands. */
    sealed interface Command permits Throw, Pause, Name, Riddle, Lend, Send, Self, Stop {}

    /** Throws. */
    record Throw(ActorRef<String> answer) implements Command {}

    /** Takes nothing until the test says so, and stops then. */
    record Pause() implements Command {}

    /** Asks for the key. */
    record Name(ActorRef<String> answer) implements Command {}

    /** Asks for what nobody can print. */
    record Riddle(ActorRef<String> answer) implements Command {
        @Override
        public String toString() {
            throw new IllegalStateException("nobody can print it");
        }
    }

    /** Gives another actor along. */
    record Lend(ActorRef<String> answer, ActorRef<String> tool) implements Command {}

    /** Asks for what nobody can read. */
    record Send(ActorRef<Parcel> answer) implements Command {}

    /** An answer that can't be made once it was sent. */
    record Parcel(String text) {
        private static final AtomicBoolean IS_SENT = new AtomicBoolean();

        Parcel {
            if (IS_SENT.get()) {
                throw new IllegalArgumentException("nobody can read " + text);
            }
        }
    }

    /** Asks for the actor. */
    record Self(ActorRef<Desk> answer) implements Command {}

    /** Stops. */
    record Stop() implements Command {}

    /** The actor behind an entity. */
    record Desk(ActorRef<Command> actor) {}

    private final CompletableFuture<Void> hasPaused = new CompletableFuture<>();
    private final CompletableFuture<Void> pause = new CompletableFuture<>();
    private volatile boolean isBroken;
    private Entities<String, Command> clerks;
    private EntityRef<String, Command> clerk;

    QuestionsTest() {
        super(ClusterOptions.defaults("office", CODECS).handOffTimeout(LONG));
    }

    /** The entity lives on the first node, and the second one asks. */
    @BeforeEach
    void begin() throws Exception {
        clerks = host(one);
        String name = one.entity(TYPE, "anna")
                .<String>ask(Name::new, Duration.ofSeconds(20))
                .get(20, TimeUnit.SECONDS);
        assertThat(name).isEqualTo("anna");
        var ignored = host(other);
        clerk = other.entity(TYPE, "anna");
    }

    @Override
    void lost(MessageLoss loss) {
        super.lost(loss);
        if (isBroken) {
            throw new IllegalStateException("the handler is broken");
        }
    }

    private Entities<String, Command> host(Cluster cluster) {
        return cluster.host(
                TYPE,
                EntityOptions.defaults()
                        .actor(ActorOptions.defaults().mailbox(Mailbox.bounded(1, OverflowPolicy.FAIL))),
                this::clerk);
    }

    private Actor<Command> clerk(EntityContext<String, Command> entity) {
        return command -> {
            switch (command) {
                case Throw question -> throw new IllegalStateException("on purpose");
                case Pause order -> {
                    entity.actor()
                            .pauseUntil(
                                    pause, (nothing, failure) -> entity.actor().stop());
                    hasPaused.complete(null);
                }
                case Name question -> question.answer().tell(entity.key());
                case Riddle question -> question.answer().tell("nobody");
                case Lend question -> question.answer().tell("lent");
                case Send question -> {
                    var parcel = new Parcel("a parcel");
                    Parcel.IS_SENT.set(true);
                    question.answer().tell(parcel);
                }
                case Self question ->
                    question.answer().tell(new Desk(entity.actor().self()));
                case Stop order -> entity.actor().stop();
            }
        };
    }

    @AfterEach
    void goOn() {
        Parcel.IS_SENT.set(false);
        pause.complete(null);
    }

    private static Throwable failureOf(CompletableFuture<?> answer) {
        Throwable thrown = catchThrowable(() -> answer.get(20, TimeUnit.SECONDS));
        assertThat(thrown).isInstanceOf(ExecutionException.class);
        return Objects.requireNonNull(thrown.getCause());
    }

    @Test
    void shouldFailWithWhatWasThrown() {
        Throwable failure = failureOf(clerk.<String>ask(Throw::new, LONG));
        assertThat(failure)
                .isInstanceOfSatisfying(
                        RemoteFailureException.class,
                        remote -> assertThat(remote.node()).isEqualTo(one.self()))
                .hasMessageContaining("/clerk/anna")
                .hasMessageContaining("java.lang.IllegalStateException: on purpose")
                .hasMessageContaining(one.self().toString());
        assertThat(losses).isEmpty();
    }

    @Test
    void shouldFailWhenTheMailboxIsFullAndWhenTheActorStopsBeforeItTakesThem() throws Exception {
        clerk.tell(new Pause());
        hasPaused.get(20, TimeUnit.SECONDS);
        CompletableFuture<String> waiting = clerk.ask(Name::new, LONG);
        CompletableFuture<String> refused = clerk.ask(Name::new, LONG);
        assertThat(failureOf(refused))
                .isInstanceOf(MailboxFullException.class)
                .hasMessageContaining("MAILBOX_FULL")
                .hasMessageContaining(one.self().toString());
        pause.complete(null);
        assertThat(failureOf(waiting))
                .isInstanceOf(ActorStoppedException.class)
                .hasMessageContaining(one.self().toString());
        Await.until("both are counted", () -> losses.size() == 2);
        assertThat(losses)
                .extracting(MessageLoss::reason)
                .containsExactly(MessageLoss.Reason.MAILBOX_FULL, MessageLoss.Reason.STOPPED);
    }

    @Test
    void shouldFailAndCountOnceWhenTheHandlerOfLossesThrowsAndTheQuestionCannotBePrinted() throws Exception {
        isBroken = true;
        clerk.tell(new Pause());
        hasPaused.get(20, TimeUnit.SECONDS);
        CompletableFuture<String> waiting = clerk.ask(Name::new, LONG);
        CompletableFuture<String> refused = clerk.ask(Riddle::new, LONG);
        assertThat(failureOf(refused)).isInstanceOf(MailboxFullException.class);
        assertThat(losses).extracting(MessageLoss::reason).containsExactly(MessageLoss.Reason.MAILBOX_FULL);
        pause.complete(null);
        assertThat(failureOf(waiting)).isInstanceOf(ActorStoppedException.class);
    }

    @Test
    void shouldFailWhenTheAnswerCannotBeRead() {
        assertThat(failureOf(clerk.<Parcel>ask(Send::new, LONG)))
                .isInstanceOfSatisfying(
                        RemoteFailureException.class,
                        failure -> assertThat(failure.node()).isEqualTo(one.self()))
                .hasMessageContaining("can't be read")
                .hasMessageContaining("nobody can read a parcel");
        Await.until("its loss is told", () -> !losses.isEmpty());
        assertThat(losses).extracting(MessageLoss::reason).containsExactly(MessageLoss.Reason.MALFORMED);
    }

    @Test
    void shouldFailWhenTheActorHasStopped() throws Exception {
        ActorRef<Command> actor =
                clerk.<Desk>ask(Self::new, LONG).get(20, TimeUnit.SECONDS).actor();
        assertThat(actor.<String>ask(Name::new, LONG).get(20, TimeUnit.SECONDS)).isEqualTo("anna");
        actor.tell(new Stop());
        Await.until("it has stopped", () -> clerks.activeKeys().isEmpty());
        Throwable failure = failureOf(actor.<String>ask(Name::new, LONG));
        assertThat(failure)
                .isInstanceOf(ActorStoppedException.class)
                .hasMessageContaining(one.self().toString());
    }

    @Test
    void shouldFailWhenTheNodeThatAsksEndsBeforeTheAnswer() {
        clerk.tell(new Pause());
        CompletableFuture<String> answer = clerk.ask(Name::new, LONG);
        var ignored = other.close(Duration.ZERO);
        assertThat(failureOf(answer)).isInstanceOf(ActorStoppedException.class);
    }

    @Test
    void shouldNotKeepANodeThatCouldNotSendOne() throws Exception {
        ActorRef<String> foreign = oneSystem.spawn(context -> tool -> {});
        assertThatThrownBy(() -> clerk.<String>ask(answer -> new Lend(answer, foreign), LONG))
                .isInstanceOf(EncodingException.class);
        var ended = CompletableFuture.supplyAsync(() -> other.close(LONG));
        assertThat(ended.get(60, TimeUnit.SECONDS).isComplete()).isTrue();
    }

    @Test
    void shouldMakeNoSenderWhenTheClusterIsClosed() {
        other.close(LONG);
        assertThatThrownBy(clerk::reliable)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the cluster of ")
                .hasMessageEndingWith("is closed");
    }

    /** Of two nodes the first one decides alone about a split, so that the other one would end if it had to find out. */
    @Test
    void shouldLeaveTheOtherNodeInPeaceWhenThereIsNoTimeLeftToLeave() throws Exception {
        clerk.tell(new Pause());
        hasPaused.get(20, TimeUnit.SECONDS);
        assertThat(one.self()).isLessThan(other.self());
        assertThat(one.close(Duration.ofMillis(100)).unfinished()).containsEntry(TYPE.name(), 1);
        Await.until(
                "it is alone, or ends",
                () -> other.members().size() == 1 || other.removal().isDone());
        assertThat(other.removal()).isNotDone();
        String name = clerk.<String>ask(Name::new, LONG).get(60, TimeUnit.SECONDS);
        assertThat(name).isEqualTo("anna");
    }
}
