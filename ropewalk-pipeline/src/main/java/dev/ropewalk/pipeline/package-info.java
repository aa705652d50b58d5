/**
 * Pipelines: a ring of preallocated events, and a graph of stages that each event passes through, in order.
 *
 * <p>A {@link dev.ropewalk.pipeline.Pipeline} is built to read like its graph. Here two stages work on each order beside each
 * other, and the books are kept when both are done with it:
 *
 * {@snippet class="dev.ropewalk.pipeline.snippets.PipelineSnippets" region="overview" :
 * try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
 *         .capacity(4096)
 *         .stage("decode", (order, sequence, endOfBatch) -> order.decode())
 *         .parallel(journaller, replicator)
 *         .then(books)
 *         .build()) {
 *     pipeline.publish((order, sequence) -> order.read(bytes));
 * }
 * }
 *
 * <p>Publishing comes in the forms of {@link dev.ropewalk.pipeline.EventSink}. The fastest way is a
 * {@link dev.ropewalk.pipeline.Producer} of one's own and its {@link dev.ropewalk.pipeline.EventClaim}; what isn't published is
 * aborted, and no stage sees it:
 *
 * {@snippet class="dev.ropewalk.pipeline.snippets.PipelineSnippets" region="claim" :
 * try (EventClaim<Order> claim = orders.claim()) {
 *     claim.event().amount = 100;
 *     claim.publish();
 * }
 * }
 *
 * <p>A stage has one handler, or shards that keep the order of each key, or workers that share the events; those behind see
 * the order of the ring in any case:
 *
 * {@snippet class="dev.ropewalk.pipeline.snippets.PipelineSnippets" region="shapes" :
 * builder = builder.sharded(2, Order::customer, shard -> accounts[shard])
 *         .workers(3, worker -> (order, sequence, endOfBatch) -> order.price());
 * }
 *
 * <p>Each {@link dev.ropewalk.pipeline.Stage} has a {@link dev.ropewalk.pipeline.WaitStrategy} and a
 * {@link dev.ropewalk.pipeline.FailurePolicy} of its own; what has failed for good is skipped by the stages behind, too, unless
 * the policy passes it on. With a {@linkplain dev.ropewalk.scheduler.Scheduler scheduler} stages
 * are strands, which cost neither a thread nor any CPU while they are idle. A stage that does little can be run by the threads of
 * the stages before it, {@linkplain dev.ropewalk.pipeline.WaitStrategy#inline inline}. Here one polls and tries again:
 *
 * {@snippet class="dev.ropewalk.pipeline.snippets.PipelineSnippets" region="failures" :
 * Stage<Order> journal = Stage.of("journal", journaller)
 *         .after("decode")
 *         .waiting(WaitStrategy.yielding())
 *         .onFailure(FailurePolicy.retry(5, Duration.ofMillis(1), Duration.ofSeconds(1))
 *                 .orStop());
 * }
 *
 * <p>Stages come and go while the pipeline runs, and a {@link dev.ropewalk.pipeline.Poller} fetches events when it suits:
 *
 * {@snippet class="dev.ropewalk.pipeline.snippets.PipelineSnippets" region="changes" :
 * pipeline.add(Stage.of("watch", watcher).after("books"));
 * pipeline.remove("watch");
 * try (Poller<Order> poller = pipeline.poller("ui")) {
 *     int fetched = poller.poll(16, books);
 * }
 * }
 *
 * <p>Closing lets the stages finish what was published, and reports what they couldn't:
 *
 * {@snippet class="dev.ropewalk.pipeline.snippets.PipelineSnippets" region="closing" :
 * PipelineCloseReport report = pipeline.close(Duration.ofSeconds(5));
 * }
 *
 * <p>Memory effects: what a thread did before it published an event happens-before each stage's handling of it, and that
 * happens-before the handling by the stages behind, and before the event is cleared and claimed again.
 */
@NullMarked
package dev.ropewalk.pipeline;

import org.jspecify.annotations.NullMarked;
