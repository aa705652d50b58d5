package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Entities;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityFailedException;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.HandsOver;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.ReliableRef;
import dev.ropewalk.cluster.codec.Codec;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.codec.FrameReader;
import dev.ropewalk.cluster.codec.FrameWriter;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Codecs and states of programs that throw: each loss is counted, and what comes behind goes on. */
class FailingCodeTest extends TwoNodes {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final AtomicBoolean IS_UNSPEAKABLE = new AtomicBoolean();
    private static final EntityType<Sign, Command> SIGNS = EntityType.of("sign", Sign.class, Command.class);
    private static final EntityType<String, Command> TYPE = EntityType.of("desk", String.class, Command.class);
    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .registerSealed(Command.class, Map.of(Where.class, 2, Note.class, 3, Hold.class, 5))
            .register(4, Papers.class, new PapersCodec())
            .register(6, Sign.class)
            .build();

    /** What a desk understands. */
    sealed interface Command permits Where, Note, Hold {}

    /** Asks for the state with which the desk has begun. */
    record Where(ActorRef<String> answer) implements Command {}

    /** Has the desk pause until the test goes on, and fail then. */
    record Hold() implements Command {}

    /** A note that the desk keeps. */
    record Note(String text) implements Command {
        Note {
            if (text.equals("unreadable when it comes") && isReading()) {
                throw new AssertionError("on purpose");
            }
        }

        private static boolean isReading() {
            return StackWalker.getInstance()
                    .walk(frames ->
                            frames.anyMatch(frame -> frame.getClassName().endsWith("CodecRegistry")));
        }
    }

    /** A key that can't always be shown. */
    record Sign(String text) {
        @Override
        public String toString() {
            if (IS_UNSPEAKABLE.get()) {
                throw new AssertionError("on purpose");
            }
            return text;
        }
    }

    /** The state; its text says who throws what. */
    record Papers(String text) {}

    private static final class PapersCodec implements Codec<Papers> {
        @Override
        public void write(Papers papers, FrameWriter out) {
            throwIf(papers, "written");
            out.writeString(papers.text());
        }

        @Override
        public Papers read(FrameReader in) {
            Papers papers = new Papers(in.readString());
            throwIf(papers, "read");
            return papers;
        }
    }

    private static void throwIf(Papers papers, String when) {
        if (papers.text().equals("exception when " + when)) {
            throw new IllegalStateException("on purpose");
        } else if (papers.text().equals("error when " + when)) {
            throw new AssertionError("on purpose");
        }
    }

    private final class Desk implements Actor<Command>, HandsOver<Papers> {
        private final EntityContext<?, Command> entity;
        private final String text;
        private final String inherited;

        Desk(EntityContext<?, Command> entity, String text) {
            this.entity = entity;
            this.text = text;
            inherited = entity.handedOver(Papers.class).map(Papers::text).orElse("nothing");
        }

        @Override
        public void receive(Command command) {
            if (command instanceof Where(ActorRef<String> answer)) {
                answer.tell(inherited);
            } else if (command instanceof Hold) {
                entity.actor().pauseUntil(release, (nothing, failure) -> {
                    throw new IllegalStateException("on purpose");
                });
            }
        }

        @Override
        public Papers handOver() {
            Papers papers = new Papers(text);
            throwIf(papers, "asked for");
            return papers;
        }
    }

    private final CompletableFuture<Void> release = new CompletableFuture<>();

    /** How often no desk can be made. */
    private final AtomicInteger refusals = new AtomicInteger();

    FailingCodeTest() {
        super(ClusterOptions.defaults("office", CODECS));
    }

    @AfterEach
    void letAllGoOn() {
        release.complete(null);
        IS_UNSPEAKABLE.set(false);
    }

    private Entities<String, Command> host(Cluster cluster) {
        var options = EntityOptions.defaults().handOver(Papers.class).supervision(Supervision.always(Directive.STOP));
        Entities<String, Command> desks = cluster.host(TYPE, options, entity -> {
            if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IllegalStateException("on purpose");
            }
            return new Desk(entity, entity.key());
        });
        Entities<Sign, Command> _ = cluster.host(
                SIGNS, options, entity -> new Desk(entity, entity.key().text()));
        return desks;
    }

    private static String inherited(EntityRef<?, Command> desk) throws Exception {
        return desk.<String>ask(Where::new, TIMEOUT).get(20, TimeUnit.SECONDS);
    }

    @Test
    void shouldCountEachStateThatCodeHasFailedToHandOver() throws Exception {
        Entities<String, Command> _ = host(one);
        List<String> bad = new ArrayList<>();
        for (String when : List.of("asked for", "written", "read")) {
            bad.add("exception when " + when);
            bad.add("error when " + when);
        }
        for (String key : bad) {
            assertThat(inherited(one.entity(TYPE, key))).isEqualTo("nothing");
        }
        assertThat(inherited(one.entity(TYPE, "good"))).isEqualTo("nothing");
        Entities<String, Command> _ = host(other);
        other.whenReady().get(20, TimeUnit.SECONDS);
        assertThat(one.close(TIMEOUT).isComplete()).isTrue();

        assertThat(inherited(other.entity(TYPE, "good"))).isEqualTo("good");
        for (String key : bad) {
            Await.until(
                    () -> key + " begins without",
                    () -> catchThrowable(() -> assertThat(inherited(other.entity(TYPE, key)))
                                    .isEqualTo("nothing"))
                            == null,
                    TIMEOUT);
        }
        Await.until(() -> "each loss is told: " + losses, () -> losses.size() >= bad.size(), TIMEOUT);
        assertThat(losses).allMatch(loss -> loss.reason() == Reason.HAND_OVER);
        assertThat(losses)
                .extracting(loss -> loss.recipient().replaceFirst("/(one|other)/", "/"))
                .containsExactlyInAnyOrderElementsOf(
                        bad.stream().map(key -> "/desk/" + key).toList());
    }

    @Test
    void shouldKeepAStateUntilAnEntityIsMadeWithIt() throws Exception {
        Entities<String, Command> _ = host(one);
        assertThat(inherited(one.entity(TYPE, "good"))).isEqualTo("nothing");
        Entities<String, Command> others = host(other);
        other.whenReady().get(20, TimeUnit.SECONDS);
        refusals.set(2);
        assertThat(one.close(TIMEOUT).isComplete()).isTrue();

        AtomicReference<String> inherited = new AtomicReference<>("not made yet");
        Await.until(
                () -> inherited + ", refused " + refusals + " times more",
                () -> catchThrowable(() -> inherited.set(inherited(other.entity(TYPE, "good")))) == null,
                TIMEOUT);
        assertThat(inherited).hasValue("good");
        assertThat(refusals).hasValue(0);
        assertThat(losses).isEmpty();
        others.passivate("good").get(20, TimeUnit.SECONDS);
        assertThat(inherited(other.entity(TYPE, "good"))).isEqualTo("nothing");
    }

    @Test
    void shouldGoOnBehindAMessageThatWouldThrowAnErrorForEver() throws Exception {
        Entities<String, Command> _ = host(one);
        assertThat(inherited(one.entity(TYPE, "good"))).isEqualTo("nothing");
        Entities<String, Command> _ = host(other);
        try (ReliableRef<String, Command> desk = other.entity(TYPE, "good").reliable()) {
            desk.deliver(new Note("first")).get(20, TimeUnit.SECONDS);
            CompletableFuture<Void> unreadable = desk.deliver(new Note("unreadable when it comes"));
            desk.deliver(new Note("last")).get(20, TimeUnit.SECONDS);

            assertThat(catchThrowable(() -> unreadable.get(20, TimeUnit.SECONDS)))
                    .hasCauseInstanceOf(EntityFailedException.class)
                    .hasMessageContaining("AssertionError: on purpose");
        }
        assertThat(losses).extracting(MessageLoss::reason).containsExactly(Reason.FAILED);
    }

    @Test
    void shouldCountAMessageOnceThatCannotBeReadThoughItComesAgain() throws Exception {
        Entities<String, Command> _ = host(one);
        assertThat(inherited(one.entity(TYPE, "good"))).isEqualTo("nothing");
        Entities<String, Command> _ = host(other);
        try (ReliableRef<String, Command> desk = other.entity(TYPE, "good").reliable()) {
            desk.deliver(new Note("first")).get(20, TimeUnit.SECONDS);
            long before = received();
            desk.tell(new Hold());
            CompletableFuture<Void> unreadable = desk.deliver(new Note("unreadable when it comes"));
            CompletableFuture<Void> last = desk.deliver(new Note("last"));
            Await.until("all have come", () -> received() >= before + 3);
            release.complete(null); // the desk stops, and what waits for it comes again

            last.get(20, TimeUnit.SECONDS);
            assertThat(catchThrowable(() -> unreadable.get(20, TimeUnit.SECONDS)))
                    .hasCauseInstanceOf(EntityFailedException.class);
        }
        assertThat(other.stats().redelivered()).isPositive();
        assertThat(losses).extracting(MessageLoss::reason).containsExactly(Reason.FAILED);
    }

    private long received() {
        return Objects.requireNonNull(one.stats().links().get(other.self())).received();
    }

    @Test
    void shouldTellOfStatesThoughTheirKeysCannotBeShown() throws Exception {
        Entities<String, Command> _ = host(one);
        for (String text : List.of("error when asked for", "exception when asked for")) {
            assertThat(inherited(one.entity(SIGNS, new Sign(text)))).isEqualTo("nothing");
        }
        Entities<String, Command> _ = host(other);
        other.whenReady().get(20, TimeUnit.SECONDS);
        IS_UNSPEAKABLE.set(true);
        assertThat(one.close(TIMEOUT).isComplete()).isTrue();

        Await.until(() -> "each loss is told: " + losses, () -> losses.size() >= 2, TIMEOUT);
        assertThat(losses).extracting(MessageLoss::recipient).containsExactly("/one/sign/?", "/one/sign/?");
    }
}
