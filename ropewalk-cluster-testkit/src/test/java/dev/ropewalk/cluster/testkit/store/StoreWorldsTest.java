package dev.ropewalk.cluster.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.store.Effect;
import dev.ropewalk.cluster.store.EntityStore;
import dev.ropewalk.cluster.store.StateChange;
import dev.ropewalk.cluster.testkit.store.Bank.Account;
import dev.ropewalk.cluster.testkit.store.Bank.Command;
import dev.ropewalk.cluster.testkit.store.Bank.Transfer;
import dev.ropewalk.sim.SimulationBody;
import dev.ropewalk.sim.SimulationFailure;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.Strategy;
import dev.ropewalk.testing.Sample;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Stores that fail, in simulations, and broken twins that these find. */
class StoreWorldsTest {
    private static final int RUNS = Integer.getInteger("ropewalk.sim.runs", Sample.of(100, 500));
    private static final int TWIN_RUNS = 500;

    private static SimulationOptions options(int runs) {
        return SimulationOptions.defaults()
                .seed(Long.getLong("ropewalk.sim.seed", 1))
                .strategy(Strategy.portfolio())
                .runs(runs);
    }

    @Test
    void shouldNeitherLoseNorMakeMoney() {
        assertThat(Simulations.check(options(RUNS), new StoreWorld()).runs()).isEqualTo(RUNS);
    }

    private static void assertIsCaught(SimulationBody twin) {
        assertThatThrownBy(() -> Simulations.check(options(TWIN_RUNS), twin)).isInstanceOf(SimulationFailure.class);
    }

    @Test
    void shouldCatchAStoreThatLooksAtNoVersion() {
        assertIsCaught(new StoreWorld() {
            @Override
            EntityStore<String, Account, Transfer> change(EntityStore<String, Account, Transfer> store) {
                return new ChangedStore(store) {
                    @Override
                    public CompletionStage<?> save(String key, StateChange<Account, Transfer> change) {
                        return load(key)
                                .thenCompose(found -> super.save(
                                        key, new StateChange<>(found.version(), change.state(), change.messages())));
                    }
                };
            }
        });
    }

    @Test
    void shouldCatchAStoreThatAnswersBeforeItHasSaved() {
        assertIsCaught(new StoreWorld() {
            @Override
            EntityStore<String, Account, Transfer> change(EntityStore<String, Account, Transfer> store) {
                return new ChangedStore(store) {
                    @Override
                    public CompletionStage<?> save(String key, StateChange<Account, Transfer> change) {
                        var ignored = super.save(key, change);
                        return CompletableFuture.completedFuture(null);
                    }
                };
            }
        });
    }

    @Test
    void shouldCatchAStoreThatSavesMessagesApartFromStates() {
        assertIsCaught(new StoreWorld() {
            @Override
            EntityStore<String, Account, Transfer> change(EntityStore<String, Account, Transfer> store) {
                return new ChangedStore(store) {
                    @Override
                    public CompletionStage<?> save(String key, StateChange<Account, Transfer> change) {
                        return super.save(key, new StateChange<>(change.expectedVersion(), change.state(), List.of()));
                    }
                };
            }
        });
    }

    @Test
    void shouldCatchReceiversThatTakeAMessageTwice() {
        assertIsCaught(new StoreWorld() {
            @Override
            Bank bank(Cluster cluster) {
                return new Bank(cluster) {
                    @Override
                    public Effect<Account, Transfer> handle(
                            EntityContext<String, Command> entity, Account account, Command command) {
                        var forgetful = new Account(account.balance(), Map.of());
                        return super.handle(entity, forgetful, command);
                    }
                };
            }
        });
    }
}
