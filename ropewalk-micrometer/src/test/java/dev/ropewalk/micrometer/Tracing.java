package dev.ropewalk.micrometer;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelPropagator;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** OpenTelemetry behind Micrometer's observations, with the spans kept. */
final class Tracing implements AutoCloseable {
    final ObservationRegistry observations = ObservationRegistry.create();

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(exporter))
            .build();

    Tracing() {
        io.opentelemetry.api.trace.Tracer otel = provider.get("test");
        var tracer = new OtelTracer(otel, new OtelCurrentTraceContext(), event -> {});
        var propagator = new OtelPropagator(ContextPropagators.create(W3CTraceContextPropagator.getInstance()), otel);
        observations
                .observationConfig()
                .observationHandler(
                        new io.micrometer.observation.ObservationHandler.FirstMatchingCompositeObservationHandler(
                                new PropagatingSenderTracingObservationHandler<>(tracer, propagator),
                                new PropagatingReceiverTracingObservationHandler<>(tracer, propagator),
                                new DefaultTracingObservationHandler(tracer)));
    }

    /** Runs something in a span of its own. */
    void in(String span, Runnable code) {
        Observation.createNotStarted(span, observations).observe(code);
    }

    List<SpanData> spans() {
        return exporter.getFinishedSpanItems();
    }

    /** Returns the span of a name, which has ended; null if there is none yet. */
    @Nullable
    SpanData span(String name) {
        return spans().stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElse(null);
    }

    @Override
    public void close() {
        provider.close();
    }
}
