package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.scheduler.Scheduler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A node begins to host a type when its engine can't any more. */
@Timeout(60)
class HostingAtTheEndTest {
    /** Does something when it is to host a type. */
    private abstract static class Late implements EngineProvider {
        private final EngineProvider sound = SimulatedNetwork.seeded(1).engine();

        abstract void beforeHost(EngineListener listener);

        @Override
        public String name() {
            return "late";
        }

        @Override
        public Engine start(ClusterOptions options, Scheduler scheduler, EngineListener listener) {
            Engine engine = sound.start(options, scheduler, listener);
            return (Engine) Proxy.newProxyInstance(
                    Engine.class.getClassLoader(), new Class<?>[] {Engine.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("host")) {
                            beforeHost(listener);
                        }
                        try {
                            return method.invoke(engine, arguments);
                        } catch (InvocationTargetException thrown) {
                            throw thrown.getCause();
                        }
                    });
        }
    }

    private final Ledgers ledgers = new Ledgers(false);

    private static Cluster join(ActorSystem system, EngineProvider engine) {
        return Cluster.join(
                system, ClusterOptions.defaults("office", Ledgers.CODECS).plaintext(true), engine);
    }

    @Test
    void shouldRefuseTheTypeIfTheNodeIsRemovedMeanwhile() {
        var engine = new Late() {
            @Override
            void beforeHost(EngineListener listener) {
                listener.removed("on purpose");
            }
        };
        try (ActorSystem system = ActorSystem.create("one");
                Cluster cluster = join(system, engine)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> cluster.host(Ledgers.TYPE, ledgers::ledger))
                    .withMessageContaining("is closed: it can't host 'ledger'");
            assertThat(cluster.stats().types()).isEmpty();
        }
    }

    @Test
    void shouldHostItLaterIfTheEngineFails() {
        var engine = new Late() {
            private boolean hasFailed;

            @Override
            void beforeHost(EngineListener listener) {
                if (!hasFailed) {
                    hasFailed = true;
                    throw new IllegalStateException("on purpose");
                }
            }
        };
        try (ActorSystem system = ActorSystem.create("one");
                Cluster cluster = join(system, engine)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> cluster.host(Ledgers.TYPE, ledgers::ledger))
                    .withMessage("on purpose");
            var hosted = cluster.host(Ledgers.TYPE, ledgers::ledger);
            assertThat(cluster.stats().types()).containsOnlyKeys("ledger");
            long entries = hosted.entity("key")
                    .ask(Ledgers.Total::new, Duration.ofSeconds(20))
                    .join();
            assertThat(entries).isZero();
            assertThat(ledgers.begun()).isOne();
        }
    }
}
