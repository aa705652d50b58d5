package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorStoppedException;
import dev.ropewalk.actor.Gate;
import dev.ropewalk.actor.Internals;
import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.Stage;
import dev.ropewalk.actor.Stash;
import dev.ropewalk.actor.StashFullException;
import dev.ropewalk.actor.Supervision;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Messages that are put aside for later. */
@Timeout(60)
class StashTest {
    private final Stage stage = new Stage();
    private final ActorRef<Act> actor =
            stage.spawn(ActorOptions.defaults().name("actor").stashCapacity(3));

    @AfterEach
    void close() {
        stage.close();
    }

    private Act stash(String... texts) {
        return context -> {
            for (String text : texts) {
                context.stash().add(stage.say(text));
            }
        };
    }

    @Test
    void shouldPutMessagesBackInOrderBeforeAllThatWait() {
        actor.tell(stash("first", "second"));
        Gate gate = stage.hold(actor);
        actor.tell(context -> {
            context.stash().unstashAll();
            stage.diary.ref().tell("unstashed");
        });
        actor.tell(stage.say("third"));
        actor.tell(stage.say("fourth"));
        gate.open();
        stage.diary.expectInOrder("unstashed", "first", "second", "third", "fourth");
        actor.tell(stage.say("fifth"));
        stage.diary.expect("fifth");
    }

    @Test
    void shouldPutMessagesBackBeforeThoseThatWerePutBackEarlier() {
        actor.tell(stash("first", "second"));
        actor.tell(context -> context.stash().unstashAll());
        actor.tell(context -> {
            context.stash().add(stage.say("third"));
            context.stash().add(inner -> {
                stage.diary.ref().tell("fourth");
                inner.stash().add(stage.say("fifth"));
                inner.stash().add(stage.say("sixth"));
                inner.stash().unstashAll();
            });
            context.stash().add(stage.say("seventh"));
            context.stash().unstashAll();
        });
        actor.tell(stage.say("eighth"));
        stage.diary.expectInOrder("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth");
    }

    @Test
    void shouldStashAgainWhatWasPutBack() {
        actor.tell(context -> {
            context.stash().add(inner -> inner.stash().add(stage.say("late")));
            context.stash().unstashAll();
        });
        actor.tell(stage.say("early"));
        actor.tell(context -> context.stash().unstashAll());
        stage.diary.expectInOrder("early", "late");
    }

    @Test
    void shouldRefuseMoreThanItsCapacity() {
        stage.check(actor, context -> {
            Stash<Act> stash = context.stash();
            for (int i = 0; i < 3; i++) {
                assertThat(stash.isFull()).isFalse();
                stash.add(inner -> {});
            }
            assertThat(stash.isFull()).isTrue();
            assertThat(stash.size()).isEqualTo(3);
            assertThatThrownBy(() -> stash.add(inner -> {}))
                    .isInstanceOf(StashFullException.class)
                    .hasMessageContaining("/test/actor")
                    .hasMessageContaining("3");
            stash.clear();
            assertThat(stash.size()).isZero();
        });
        assertThatThrownBy(() -> ActorOptions.defaults().stashCapacity(0)).hasMessageContaining("0");
    }

    @Test
    void shouldPutTheStashBackAtARestart() {
        actor.tell(stash("first", "second"));
        Gate gate = stage.hold(actor);
        stage.fail(actor, "bad");
        actor.tell(stage.say("third"));
        gate.open();
        stage.diary.expectInOrder("restart actor for bad", "made actor", "first", "second", "third");
    }

    @Test
    void shouldKeepTheStashAtARestartIfTold() {
        ActorRef<Act> parent = stage.spawn(ActorOptions.defaults()
                .name("parent")
                .childSupervision(Supervision.restart().keepStash(true)));
        ActorRef<Act> child = stage.spawn(parent, "child");
        child.tell(stash("first", "second"));
        stage.fail(child, "bad");
        child.tell(stage.say("third"));
        child.tell(context -> context.stash().unstashAll());
        stage.diary.expectInOrder("restart child for bad", "made child", "third", "first", "second");
    }

    @Test
    void shouldHandleWhatTheConstructorPutsBackFirst() {
        var self = new CompletableFuture<ActorRef<String>>();
        ActorRef<String> early = stage.system.spawn(context -> {
            context.self().tell("second");
            context.stash().add("first");
            context.stash().unstashAll();
            self.complete(context.self());
            return stage.diary.ref()::tell;
        });
        early.tell("third");
        stage.diary.expectInOrder("first", "second", "third");
        assertThat(self).isCompletedWithValue(early);
    }

    @Test
    void shouldHandleAQuestionThatWasStashed() {
        ActorRef<ActorRef<String>> slow = stage.system.spawn(context -> question -> {
            context.stash().add(question);
            context.become(other -> {
                context.become(inner -> inner.tell("answer"));
                context.stash().unstashAll();
            });
        });
        CompletableFuture<String> answer = slow.ask(question -> question, Duration.ofSeconds(10));
        slow.tell(stage.diary.ref());
        assertThat(stage.kit.await(answer)).isEqualTo("answer");
    }

    @Test
    void shouldFailAQuestionThatIsDroppedFromTheStash() {
        ActorRef<ActorRef<String>> forgetful =
                stage.system.spawn(context -> question -> context.stash().add(question));
        CompletableFuture<String> answer = forgetful.ask(question -> question, Duration.ofHours(1));
        stage.kit.await(
                "the question is stashed",
                () -> Internals.cellOf(stage.system, forgetful).isIdle());
        stage.system.stop(forgetful);
        assertThatThrownBy(() -> stage.kit.await(answer)).hasCauseInstanceOf(ActorStoppedException.class);
    }

    @Test
    void shouldFailAQuestionOnWhichTheActorFailsAfterTheStash() {
        ActorRef<ActorRef<String>> clumsy = stage.system.spawn(context -> question -> {
            context.stash().add(question);
            context.become(other -> {
                context.become(inner -> {
                    throw new IllegalStateException("bad");
                });
                context.stash().unstashAll();
            });
        });
        CompletableFuture<String> answer = clumsy.ask(question -> question, Duration.ofHours(1));
        clumsy.tell(stage.diary.ref());
        assertThatThrownBy(() -> stage.kit.await(answer)).hasRootCauseMessage("bad");
    }
}
