/**
 * What tests of clusters need: a {@linkplain dev.ropewalk.cluster.testkit.SimulatedNetwork network} in one process, which loses frames and cuts, pauses and kills
 * nodes when a test says so.
 *
 * {@snippet class="dev.ropewalk.cluster.testkit.snippets.TestKitSnippets" region="network" :
 * SimulatedNetwork network = SimulatedNetwork.seeded(42);
 * Engine first = network.engine().start(options, scheduler, ann);
 * ClusterOptions joining = options.seeds(List.of(first.self().address()));
 * Engine second = network.engine().start(joining, scheduler, bob);
 *
 * network.isolate(second.self()); // each sees the other as unreachable, and the split is decided
 * network.heal();
 * network.kill(second.self());
 * }
 *
 * <p>Who brings another engine checks it by {@link dev.ropewalk.cluster.testkit.EngineContract}.
 */
@NullMarked
package dev.ropewalk.cluster.testkit;

import org.jspecify.annotations.NullMarked;
