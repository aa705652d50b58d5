package dev.ropewalk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.data.StatusData;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Spans of messages, by OpenTelemetry's conventions. */
@Timeout(60)
class MessageSpansTest {
    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final Tracing tracing = new Tracing();
    private final ContextPropagation propagation =
            ContextPropagation.builder().observations(tracing.observations).install();
    private final ActorSystem system = ActorSystem.create("shop");

    @AfterEach
    void close() {
        system.close();
        propagation.close();
        tracing.close();
        log.close();
        assertThat(log.messages("context")).isEmpty();
    }

    record Order(String what) {}

    record Parcel(Order order) {}

    record Question(ActorRef<String> replyTo) {}

    private SpanData await(String name) {
        Await.until("span " + name, () -> tracing.span(name) != null);
        return Objects.requireNonNull(tracing.span(name));
    }

    private static void assertIsChild(SpanData child, SpanData parent) {
        assertThat(child.getParentSpanId()).as("%s under %s", child, parent).isEqualTo(parent.getSpanId());
        assertThat(child.getTraceId()).isEqualTo(parent.getTraceId());
    }

    private static String text(SpanData span, String attribute) {
        return Objects.requireNonNull(span.getAttributes().get(AttributeKey.stringKey(attribute)), attribute);
    }

    @Test
    void shouldMakeOneTraceOfMessagesFromActorToActor() {
        ActorRef<Parcel> carrier = system.spawn("carrier", _ -> _ -> {});
        ActorRef<Order> clerk = system.spawn("clerk", _ -> order -> carrier.tell(new Parcel(order)));
        tracing.in("request", () -> clerk.tell(new Order("rope")));

        SpanData request = await("request");
        SpanData sendOrder = await("send Order");
        SpanData processOrder = await("process Order");
        SpanData sendParcel = await("send Parcel");
        SpanData processParcel = await("process Parcel");
        assertIsChild(sendOrder, request);
        assertIsChild(processOrder, sendOrder);
        assertIsChild(sendParcel, processOrder);
        assertIsChild(processParcel, sendParcel);
        assertThat(sendOrder.getKind()).isEqualTo(SpanKind.PRODUCER);
        assertThat(processOrder.getKind()).isEqualTo(SpanKind.CONSUMER);
    }

    @Test
    void shouldSayWhatTheConventionsAskFor() {
        ActorRef<Order> clerk = system.spawn("clerk", _ -> _ -> {});
        tracing.in("request", () -> clerk.tell(new Order("rope")));

        for (String operation : new String[] {"send", "process"}) {
            SpanData span = await(operation + " Order");
            assertThat(text(span, "messaging.system")).isEqualTo("ropewalk");
            assertThat(text(span, "messaging.operation.name")).isEqualTo(operation);
            assertThat(text(span, "messaging.operation.type")).isEqualTo(operation);
            assertThat(text(span, "messaging.destination.name")).isEqualTo("Order");
            assertThat(text(span, "ropewalk.actor")).isEqualTo("/shop/clerk");
        }
    }

    @Test
    void shouldCoverAQuestionAndWhatIsDoneWithItsAnswer() {
        ActorRef<Question> clerk =
                system.spawn("clerk", _ -> question -> question.replyTo().tell("rope"));
        ActorRef<Object> customer = system.spawn("customer", context -> message -> {
            if (message instanceof Order) {
                CompletableFuture<String> answer = clerk.ask(Question::new, Duration.ofSeconds(20));
                context.pipeToSelf(answer, (what, _) -> Objects.requireNonNull(what));
            } else {
                tracing.in("unpack", () -> {});
            }
        });
        tracing.in("request", () -> customer.tell(new Order("rope")));

        SpanData processOrder = await("process Order");
        SpanData processQuestion = await("process Question");
        assertIsChild(await("send Question"), processOrder);
        assertIsChild(processQuestion, await("send Question"));
        assertThat(await("unpack").getTraceId()).isEqualTo(processOrder.getTraceId());
    }

    @Test
    void shouldNoteAFailure() {
        ActorRef<Order> clerk = system.spawn("clerk", _ -> _ -> {
            throw new IllegalStateException("no rope");
        });
        tracing.in("request", () -> clerk.tell(new Order("rope")));

        assertThat(await("process Order").getStatus())
                .isEqualTo(StatusData.create(io.opentelemetry.api.trace.StatusCode.ERROR, "no rope"));
    }

    @Test
    void shouldBeginNoTraceByAMessage() {
        ActorRef<Order> clerk = system.spawn("clerk", _ -> _ -> tracing.in("work", () -> {}));
        clerk.tell(new Order("rope"));

        await("work");
        assertThat(tracing.spans()).hasSize(1);
    }

    @Test
    void shouldBeginATraceByAMessageIfThatIsWanted() {
        propagation.close();
        try (var _ = ContextPropagation.builder()
                .observations(tracing.observations)
                .beginTraces(true)
                .install()) {
            ActorRef<Parcel> carrier = system.spawn("carrier", _ -> _ -> {});
            ActorRef<Order> clerk = system.spawn("clerk", _ -> order -> carrier.tell(new Parcel(order)));
            clerk.tell(new Order("rope"));

            SpanData sendOrder = await("send Order");
            SpanData processOrder = await("process Order");
            assertThat(sendOrder.getParentSpanContext().isValid()).isFalse();
            assertIsChild(processOrder, sendOrder);
            assertIsChild(await("send Parcel"), processOrder);
            assertIsChild(await("process Parcel"), await("send Parcel"));
        }
    }

    @Test
    void shouldNameALambdaByNoNumber() {
        ActorRef<Runnable> clerk = system.spawn("clerk", _ -> Runnable::run);
        tracing.in("request", () -> clerk.tell(() -> {}));

        await("process lambda");
    }

    @Test
    void shouldGoThroughAChannel() throws Exception {
        Channel<InContext<Order>> orders = Channel.buffered(1);
        tracing.in(
                "request",
                () -> assertThat(orders.trySend(InContext.of(new Order("rope"), "orders")))
                        .isTrue());
        orders.receive().handle(order -> tracing.in("ship " + order.what(), () -> {}));

        SpanData process = await("process orders");
        assertIsChild(await("send orders"), await("request"));
        assertIsChild(process, await("send orders"));
        assertIsChild(await("ship rope"), process);
        assertThat(text(process, "messaging.destination.name")).isEqualTo("orders");
    }

    /** An event with the place of a context. */
    private static final class Payment {
        final ContextSlot context = new ContextSlot("payments");
    }

    @Test
    void shouldGoThroughAPipeline() throws Exception {
        try (Pipeline<Payment> payments = Pipeline.<Payment>builder(Payment::new)
                .stage("book", (payment, _, _) -> payment.context.run(() -> tracing.in("book", () -> {})))
                .build()) {
            tracing.in("request", () -> payments.tryPublish((payment, _) -> payment.context.capture()));
            await("book");
            payments.publish((payment, _) -> payment.context.clear());
        }
        SpanData process = await("process payments");
        assertIsChild(await("send payments"), await("request"));
        assertIsChild(process, await("send payments"));
        assertIsChild(await("book"), process);
    }
}
