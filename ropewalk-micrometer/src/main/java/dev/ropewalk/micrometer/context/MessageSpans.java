package dev.ropewalk.micrometer.context;

import dev.ropewalk.base.ContextKind;
import dev.ropewalk.base.ContextPart;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import io.micrometer.observation.transport.SenderContext;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Observations of messages, by OpenTelemetry's conventions for messaging: {@code send} by the sender and {@code process} by the
 * part that handles it, from which Micrometer's tracing makes a producer's and a consumer's span. A message that isn't sent within an
 * observation has none, so that it doesn't begin a trace of its own, unless that is wanted.
 */
public final class MessageSpans {
    private final ObservationRegistry registry;
    private final boolean beginTraces;

    /**
     * Makes the observations of messages.
     *
     * @param beginTraces whether a message is observed that is sent outside of all observations
     */
    public MessageSpans(ObservationRegistry registry, boolean beginTraces) {
        this.registry = Objects.requireNonNull(registry, "registry");
        this.beginTraces = beginTraces;
    }

    /** Observes that a message is sent; null if that isn't to be observed. */
    @Nullable
    Sent send(ContextPart to, Object content) {
        if (registry.isNoop() || (!beginTraces && registry.getCurrentObservation() == null)) {
            return null;
        }
        String destination = to.contextKind() == ContextKind.ACTOR ? typeOf(content) : to.contextName();
        var headers = new HashMap<String, String>();
        var context = new SenderContext<Map<String, String>>((map, key, value) -> {
            if (map != null) {
                map.put(key, value);
            }
        });
        context.setCarrier(headers);
        begin("send", context, destination, to).stop();
        return new Sent(destination, headers);
    }

    /** A message that was sent. */
    final class Sent {
        private final String destination;
        private final Map<String, String> headers;

        private Sent(String destination, Map<String, String> headers) {
            this.destination = destination;
            this.headers = headers;
        }

        /** Observes that a part handles the message, from now on until the context is closed. */
        void process(ContextPart part, OpenContext open) {
            var context = new ReceiverContext<Map<String, String>>((map, key) -> map.get(key), Kind.CONSUMER);
            context.setCarrier(headers);
            open.observe(begin("process", context, destination, part), registry);
        }
    }

    private Observation begin(String operation, Observation.Context context, String destination, ContextPart part) {
        return Observation.createNotStarted("ropewalk." + operation, () -> context, registry)
                .contextualName(operation + " " + destination)
                .lowCardinalityKeyValue("messaging.system", "ropewalk")
                .lowCardinalityKeyValue("messaging.operation.name", operation)
                .lowCardinalityKeyValue("messaging.operation.type", operation)
                .lowCardinalityKeyValue("messaging.destination.name", destination)
                .highCardinalityKeyValue(part.contextKind().key(), part.contextName())
                .start();
    }

    /** Returns the name of a message's class. That of a lambda tells nothing, and there may be any number of them. */
    private static String typeOf(Object message) {
        Class<?> type = message.getClass();
        return type.isHidden() || type.isAnonymousClass() ? "lambda" : type.getSimpleName();
    }
}
