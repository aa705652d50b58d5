/**
 * Meters of all parts for Micrometer, which brings them to Prometheus and other monitoring systems; and traces, logs and other contexts that
 * go with what is sent.
 *
 * <p>{@link dev.ropewalk.micrometer.RopewalkMetrics} follows all parts that live in the JVM:
 *
 * {@snippet class="dev.ropewalk.micrometer.snippets.MetricsSnippets" region="all" :
 * try (RopewalkMetrics metrics = new RopewalkMetrics(Tags.of("application", "shop"))) {
 *     metrics.bindTo(registry);
 *     run();
 * }
 * }
 *
 * <p>The other binders are for one part each, under a name that the program chooses:
 *
 * {@snippet class="dev.ropewalk.micrometer.snippets.MetricsSnippets" region="one" :
 * try (ChannelMetrics metrics = new ChannelMetrics(orders, "orders", Tags.empty())) {
 *     metrics.bindTo(registry);
 *     run();
 * }
 * }
 *
 * <p>What runs isn't touched: meters are read from the parts' snapshots, {@code stats()}, when the registry is read. All meters of a part
 * share a snapshot for half a second of the registry's clock. A count never falls as long as its part lives. A part that was
 * forgotten isn't kept: its levels are no numbers then and its counts stay, until the meters are removed.
 *
 * <p>{@link dev.ropewalk.micrometer.ContextPropagation} brings the context of the sender along with messages and tasks, and makes spans of
 * messages:
 *
 * {@snippet class="dev.ropewalk.micrometer.snippets.ContextSnippets" region="install" :
 * try (var _ = ContextPropagation.builder().observations(registry).install()) {
 *     run();
 * }
 * }
 *
 * <p>The modules of Ropewalk are optional: a program has the ones that it uses.
 */
@NullMarked
package dev.ropewalk.micrometer;

import org.jspecify.annotations.NullMarked;
