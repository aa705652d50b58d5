package dev.ropewalk.actor.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorCreationException;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.Puppet;
import dev.ropewalk.actor.Puppet.Act;
import dev.ropewalk.actor.Stage;
import dev.ropewalk.actor.Supervision;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Behaviours that can't be made. */
@Timeout(60)
class CreationTest {
    private final Stage stage = new Stage();

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void shouldThrowWhatTheFactoryThrows() {
        var unchecked = new IllegalStateException("bad");
        var error = new AssertionError("bad");
        var checked = new IOException("bad");

        assertThatThrownBy(() -> stage.system.spawn(context -> {
                    throw unchecked;
                }))
                .isSameAs(unchecked);
        assertThatThrownBy(() -> stage.system.spawn(context -> {
                    throw error;
                }))
                .isSameAs(error);
        assertThatThrownBy(() -> stage.system.spawn("broken", context -> {
                    throw checked;
                }))
                .isInstanceOf(ActorCreationException.class)
                .hasCause(checked)
                .hasMessageContaining("/test/broken");
    }

    @Test
    @SuppressWarnings("NullAway") // what a careless factory does
    void shouldRefuseAFactoryThatReturnsNothing() {
        assertThatThrownBy(() -> stage.system.spawn(context -> null)).isInstanceOf(NullPointerException.class);
    }

    @Test
    void shouldGiveTheNameBackAtOnce() {
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> stage.system.spawn("name", context -> {
                        context.spawn("child", inner -> message -> {});
                        throw new IllegalStateException("bad");
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("bad");
        }
        stage.spawn("name");
    }

    @Test
    void shouldStopTheChildrenOfAnActorThatCameNotToBe() {
        var child = new CompletableFuture<ActorRef<?>>();
        assertThatThrownBy(() -> stage.system.spawn(context -> {
                    child.complete(context.<Act>spawn("child", inner -> new Puppet(inner, stage.diary.ref())));
                    throw new IllegalStateException("bad");
                }))
                .hasMessage("bad");
        stage.diary.expectInOrder("made child", "stopped child");
        stage.diary.expectTerminated(stage.kit.await(child));
    }

    @Test
    void shouldEndAnActorThatCameNotToBeForThoseWhoKnowIt() {
        var self = new CompletableFuture<ActorRef<Object>>();
        assertThatThrownBy(() -> stage.system.spawn(context -> {
                    context.timers().startSingle("key", "tick", Duration.ZERO);
                    self.complete(context.self());
                    throw new IllegalStateException("bad");
                }))
                .hasMessage("bad");
        stage.diary.expectTerminated(stage.kit.await(self));
        assertThat(stage.kit.await(self).tryTell("late")).isFalse();
    }

    @Test
    void shouldMakeAFailureOfAChildThatCantBeMadeTheParents() {
        ActorRef<Act> parent = stage.spawn("parent");
        parent.tell(context -> context.spawn(inner -> {
            throw new IllegalStateException("bad");
        }));
        stage.diary.expectInOrder("restart parent for bad", "made parent");
        assertThat(stage.childrenOf(parent)).isEmpty();
    }

    @Test
    void shouldTryAgainIfTheFactoryFailsAtARestart() {
        var made = new AtomicInteger();
        ActorRef<Act> actor = stage.system.spawn(context -> {
            if (made.getAndIncrement() % 3 != 0) {
                context.spawn("child", inner -> message -> {});
                throw new IOException("attempt " + made);
            }
            return new Puppet(context, stage.diary.ref());
        });
        String name = Puppet.nameOf(actor);
        stage.diary.expect("made " + name);
        stage.fail(actor, "bad");
        actor.tell(stage.say("waited"));
        stage.diary.expectInOrder("restart " + name + " for bad", "made " + name, "waited");
        assertThat(made).hasValue(4);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTryAgainThoughToldToResume(boolean escalated) {
        Supervision resume = Supervision.always(Directive.RESUME).on(IllegalStateException.class, Directive.RESTART);
        Supervision escalate =
                Supervision.always(Directive.ESCALATE).on(IllegalStateException.class, Directive.RESTART);
        ActorRef<Act> grandparent =
                stage.spawn(ActorOptions.defaults().name("grandparent").childSupervision(resume));
        ActorRef<Act> parent = stage.spawn(
                grandparent, ActorOptions.defaults().name("parent").childSupervision(escalated ? escalate : resume));
        var made = new AtomicInteger();
        ActorRef<Act> child = stage.call(
                parent,
                context -> context.spawn(inner -> {
                    if (made.incrementAndGet() == 2) {
                        throw new IOException("attempt 2");
                    }
                    return act -> act.in(inner);
                }));
        stage.fail(child, "bad");
        child.tell(stage.say("waited"));
        stage.diary.expect("waited");
        assertThat(made).hasValue(3);
    }

    @Test
    void shouldStopIfTheFactoryFailsTooOften() {
        ActorRef<Act> parent = stage.spawn(ActorOptions.defaults()
                .name("parent")
                .childSupervision(Supervision.restart().limit(3, Duration.ofHours(1))));
        var made = new AtomicInteger();
        ActorRef<Act> child = stage.call(
                parent,
                context -> context.spawn(inner -> {
                    if (made.getAndIncrement() > 0) {
                        throw new IOException("attempt " + made);
                    }
                    return act -> act.in(inner);
                }));
        stage.fail(child, "bad");
        stage.diary.expectTerminated(child);
        assertThat(made).hasValue(4);
    }
}
