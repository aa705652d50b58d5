package dev.ropewalk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.base.ContextKind;
import dev.ropewalk.base.ContextPart;
import dev.ropewalk.micrometer.context.LogNames;
import dev.ropewalk.micrometer.context.SnapshotCarrier;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Poller;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshotFactory;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.MDC;

/** What of the library's contexts goes along, and what the log gets. */
@Timeout(60)
class ContextPropagationTest {
    private final ThreadLocal<@Nullable String> user = new ThreadLocal<>();
    private final ContextSnapshotFactory snapshots = ContextSnapshotFactory.builder()
            .contextRegistry(new ContextRegistry().registerThreadLocalAccessor("user", user))
            .build();

    @AutoClose
    private final ActorSystem system = ActorSystem.create("shop");

    private final BlockingQueue<String> users = new LinkedBlockingQueue<>();
    private final BlockingQueue<Map<String, String>> logged = new LinkedBlockingQueue<>();

    private final ActorRef<Object> clerk = system.spawn("clerk", _ -> _ -> note());

    @AfterEach
    void forget() {
        user.remove();
        MDC.clear();
    }

    private void note() {
        users.add(String.valueOf(user.get()));
        Map<String, String> names = MDC.getCopyOfContextMap();
        logged.add(names == null ? Map.of() : names);
    }

    private static <T> T next(BlockingQueue<T> queue) {
        try {
            T next = queue.poll(20, TimeUnit.SECONDS);
            assertThat(next).isNotNull();
            return next;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldBringTheThreadLocalsOfTheSender() {
        try (var _ = ContextPropagation.builder().snapshots(snapshots).install()) {
            user.set("ann");
            clerk.tell("first");
            user.remove();
            clerk.tell("second");
        }
        user.set("bob");
        clerk.tell("third");

        assertThat(next(users)).isEqualTo("ann");
        assertThat(next(users)).isEqualTo("null");
        assertThat(next(users)).isEqualTo("null");
    }

    @Test
    void shouldBringTheMdcAndPutTheActorsPathIntoIt() {
        try (var _ = ContextPropagation.builder().install()) {
            MDC.put("request", "17");
            MDC.put("ropewalk.channel", "of the sender");
            clerk.tell("first");
            MDC.clear();
            clerk.tell("second");
        }
        assertThat(next(logged)).containsOnly(Map.entry("request", "17"), Map.entry("ropewalk.actor", "/shop/clerk"));
        assertThat(next(logged)).containsOnly(Map.entry("ropewalk.actor", "/shop/clerk"));
    }

    @Test
    void shouldPutNoNamesIntoTheMdcIfNotWanted() {
        try (var _ = ContextPropagation.builder().logNames(false).install()) {
            MDC.put("request", "17");
            clerk.tell("first");
        }
        assertThat(next(logged)).containsOnly(Map.entry("request", "17"));
    }

    @Test
    void shouldGiveAThreadItsOwnContextBack() {
        user.set("ann");
        MDC.put("ropewalk.channel", "mine");
        try (var _ = ContextPropagation.builder().snapshots(snapshots).install()) {
            InContext<String> sent = InContext.of("rope", "orders");
            user.set("bob");
            sent.handle(_ -> note());
            assertThatExceptionOfType(InterruptedException.class)
                    .isThrownBy(() -> sent.handle(_ -> {
                        throw new InterruptedException("on purpose");
                    }));
            sent.with("string").handle(_ -> note());
        }
        assertThat(next(users)).isEqualTo("ann");
        assertThat(next(users)).isEqualTo("ann");
        assertThat(next(logged)).containsEntry("ropewalk.channel", "orders");
        assertThat(user.get()).isEqualTo("bob");
        assertThat(MDC.get("ropewalk.channel")).isEqualTo("mine");
    }

    @Test
    void shouldHideWhatTheSenderLacks() {
        try (var _ = ContextPropagation.builder().logNames(false).install()) {
            InContext<String> sent = InContext.of("rope", "orders");
            MDC.put("request", "18");
            sent.handle(_ -> note());
        }
        assertThat(next(logged)).isEmpty();
        assertThat(MDC.get("request")).isEqualTo("18");
    }

    @Test
    void shouldHideWhatThePublisherOfAnEventLacks() throws Exception {
        try (var _ = ContextPropagation.builder().logNames(false).install();
                Pipeline<ContextSlot> pipeline = Pipeline.builder(() -> new ContextSlot("payments"))
                        .stage("other", (slot, sequence, endOfBatch) -> {})
                        .build();
                Poller<ContextSlot> poller = pipeline.poller("mine")) {
            pipeline.publish((slot, sequence) -> slot.capture());
            MDC.put("request", "18");
            assertThat(poller.poll(1, (slot, sequence, endOfBatch) -> slot.run(this::note)))
                    .isOne();
        }
        assertThat(next(logged)).isEmpty();
        assertThat(MDC.get("request")).isEqualTo("18");
    }

    @Test
    void shouldLeaveNoNamesWhereTheyCannotAllBePut() {
        var carrier = new SnapshotCarrier(snapshots, null, new LogNames());
        var part = new ContextPart() {
            @Override
            public ContextKind contextKind() {
                return ContextKind.SCOPE;
            }

            @Override
            public String contextName() {
                return "orders";
            }

            @Override
            public String contextTask() {
                throw new OutOfMemoryError("as if");
            }
        };
        assertThatExceptionOfType(OutOfMemoryError.class).isThrownBy(() -> carrier.open(part));

        assertThat(MDC.get(ContextKind.SCOPE.key())).isNull();
    }

    @Test
    void shouldBeOneInAJvm() {
        ContextPropagation first = ContextPropagation.builder().install();
        try (first) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> ContextPropagation.builder().install())
                    .withMessageStartingWith("contexts are carried by Micrometer's snapshots, with names already");
        }
        ContextPropagation second = ContextPropagation.builder().install();
        first.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> ContextPropagation.builder().install());
        second.close();
    }

    @Test
    void shouldHandleWhatHasNoContext() {
        user.set("bob");
        InContext.of("rope", "orders").handle(_ -> note());
        var slot = new ContextSlot("payments");
        slot.capture();
        slot.run(this::note);

        assertThat(next(users)).isEqualTo("bob");
        assertThat(next(users)).isEqualTo("bob");
    }
}
