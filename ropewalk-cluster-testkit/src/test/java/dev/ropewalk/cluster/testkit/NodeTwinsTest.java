package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import dev.ropewalk.sim.SimulationFailure;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.sim.Strategy;
import dev.ropewalk.testing.Twin;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Nodes each of which lacks one thing: their worlds find that. */
class NodeTwinsTest {
    private static final int RUNS = 1000;

    static Stream<Arguments> flawsOfWatches() {
        return Stream.of(
                flaw("watch.Watches", "end", "endAll", false, "nobody hears that a node has gone"),
                flaw("watch.Watches", "add", "stopped", false, "a watch on a node that has gone is for ever"),
                flaw("watch.WatchedHere$Told", "stopped", "tellEnd", false, "an end isn't told"),
                flaw("node.Outlet", "behindAll", "isBusy", false, "an end overtakes messages"));
    }

    static Stream<Arguments> flawsOfReceptions() {
        return Stream.of(
                flaw("service.Roster", "tell", "add", false, "changes aren't told"),
                flaw("service.Roster", "open", "forEach", false, "a node that joins isn't told what there is"),
                flaw("service.PeerServices", "end", "forEach", false, "actors of a node that has gone are found"),
                flaw("service.PeerServices", "received", "remove", false, "nobody hears of ends"),
                flaw("service.ClusterServices", "settle", "hasMembers", true, "nothing is deregistered here"));
    }

    static Stream<Arguments> flawsOfTopics() {
        return Stream.of(
                flaw("service.Roster", "tell", "add", false, "subscriptions aren't told"),
                flaw("service.PeerTopics", "received", "add", false, "nobody hears of subscribers"),
                flaw("service.ClusterTopics", "write", "isOpen", false, "no topic has subscribers"),
                flaw("node.Peer", "toSubscribers", "toSubscriber", false, "what has come isn't handed out"));
    }

    static Stream<Arguments> flawsOfSingletons() {
        return Stream.of(
                flaw("node.RemoteRegion", "assigned", "start", false, "it waits for a message"),
                flaw("node.RemoteRegion", "keepUp", "begin", false, "nobody has it begin"),
                flaw("node.ClusterNode", "members", "forEach", false, "nobody has it begin elsewhere"),
                flaw("node.ClusterNode", "removed", "each", false, "it lives on where it mustn't"));
    }

    static Stream<Arguments> flawsOfChannels() {
        return Stream.of(
                flaw("channel.ChannelEnd", "sendAgain", "add", false, "what was lost isn't sent again"),
                flaw("channel.ChannelEnd", "goneNow", "forEach", false, "what went down with a node isn't told"),
                flaw("channel.Offers$Offer", "takeBack", "cancel", true, "room that was given back is used"),
                flaw("channel.ChannelHome", "grant", "forEach", false, "room that isn't used isn't taken back"),
                flaw(
                        "channel.ClusterChannels",
                        "nodeGone",
                        "forEach",
                        false,
                        "a sender that has failed is waited for"));
    }

    static Stream<Arguments> flawsOfTheOrder() {
        return Stream.of(flaw("node.Outlet", "enterAlone", "isSome", false, "a message overtakes those that wait"));
    }

    static Stream<Arguments> flawsOfOutboxes() {
        return Stream.of(
                flaw("outbox.Ledger", "append", "pin", false, "the position passes what is needed"),
                flaw("outbox.Ledger", "enter", "repin", false, "the position passes what was left"),
                flaw("outbox.StoredOutbox", "handled", "look", false, "nobody reads what found no room"),
                flaw("outbox.StoredOutbox", "begin", "look", false, "what is left isn't sent"),
                flaw("outbox.Loader", "load", "wake", false, "what was read isn't sent"),
                flaw("outbox.Loader", "passed", "passed", false, "the sweep reads the same again and again"),
                flaw("outbox.Identities", "next", "isWhole", true, "numbers of lost records are used again"),
                flaw("reliable.Filter", "admit", "meet", false, "rounds of an earlier opening count"));
    }

    static Stream<Arguments> flawsOfMemories() {
        return Stream.of(
                flaw("node.RemoteRegion", "assigned", "beginRemembered", false, "they wait for a message"),
                flaw("node.RemoteRegion", "keepUp", "begin", false, "nobody has them begin"),
                flaw("entity.EntityShard", "removed", "forget", false, "none is forgotten"),
                flaw("entity.EntityShard", "forgotten", "forget", false, "none is forgotten by itself"),
                flaw("entity.StoreCalls", "failed", "runLater", false, "what has failed isn't tried again"));
    }

    static Stream<Arguments> flawsOfMoves() {
        return Stream.of(
                flaw("node.HandOvers", "seekOwner", "hasHeirs", false, "what comes back is dropped before"),
                flaw("node.HandOvers", "find", "forEach", false, "what comes back isn't taken up"),
                flaw("node.HandOvers", "received", "put", false, "what has come isn't taken"),
                flaw("node.HandOvers", "received", "ask", true, "only the first part is asked for"),
                flaw("node.ShardEstate", "pass", "keep", false, "what nobody took isn't passed on"));
    }

    static Stream<Arguments> flawsOfStalls() {
        return Stream.of(
                flaw("node.ShardRoute", "straight", "isBusy", false, "a message here overtakes those that wait"),
                flaw("node.ShardRoute", "forgetOwner", "putFirst", false, "what has come back is forgotten"),
                flaw("node.ShardRoute", "attempt", "wakeWithCredit", false, "nothing goes on with credit"),
                flaw("node.Outlet", "step", "lose", false, "what can't leave isn't told"),
                flaw("node.Outlet", "left", "leave", false, "what has left counts as waiting"));
    }

    /** Returns the classes of a cluster and of its tests, with one call left out. */
    private static Twin twin(String owner, String method, String call, boolean answer) {
        return Twin.without("dev.ropewalk.cluster", "dev.ropewalk.cluster." + owner, method, call, answer);
    }

    private static Arguments flaw(String owner, String method, String call, boolean answer, String what) {
        return Arguments.of(owner, method, call, answer, what);
    }

    @ParameterizedTest(name = "{4}")
    @MethodSource("flawsOfWatches")
    void shouldBeCaughtByWatches(String owner, String method, String call, boolean answer, String what)
            throws Exception {
        assertIsCaught(what, twin(owner, method, call, answer).make(SimulationBody.class, WatchWorld.class));
    }

    @ParameterizedTest(name = "{4}")
    @MethodSource("flawsOfReceptions")
    void shouldBeCaughtByReceptions(String owner, String method, String call, boolean answer, String what)
            throws Exception {
        assertIsCaught(what, twin(owner, method, call, answer).make(SimulationBody.class, ReceptionWorld.class));
    }

    @ParameterizedTest(name = "{4}")
    @MethodSource("flawsOfTopics")
    void shouldBeCaughtByTopics(String owner, String method, String call, boolean answer, String what)
            throws Exception {
        assertIsCaught(what, twin(owner, method, call, answer).make(SimulationBody.class, TopicWorld.class));
    }

    @ParameterizedTest(name = "{4}")
    @MethodSource("flawsOfSingletons")
    void shouldBeCaughtBySingletons(String owner, String method, String call, boolean answer, String what)
            throws Exception {
        assertIsCaught(what, twin(owner, method, call, answer).make(SimulationBody.class, SingletonWorld.class));
    }

    @ParameterizedTest(name = "{4}")
    @MethodSource("flawsOfChannels")
    void shouldBeCaughtByChannels(String owner, String method, String call, boolean answer, String what)
            throws Exception {
        assertIsCaught(what, twin(owner, method, call, answer).make(SimulationBody.class, ChannelWorld.class));
    }

    @ParameterizedTest(name = "{4}")
    @MethodSource("flawsOfTheOrder")
    void shouldBeCaughtByTheOrder(String owner, String method, String call, boolean answer, String what)
            throws Exception {
        assertIsCaught(what, twin(owner, method, call, answer).make(SimulationBody.class, OrderWorld.class));
    }

    @ParameterizedTest(name = "{4}")
    @MethodSource("flawsOfStalls")
    void shouldBeCaughtByStalls(String owner, String method, String call, boolean answer, String what)
            throws Exception {
        assertIsCaught(what, twin(owner, method, call, answer).make(SimulationBody.class, StallsWorld.class));
    }

    @ParameterizedTest(name = "{4}")
    @MethodSource("flawsOfOutboxes")
    void shouldBeCaughtByOutboxes(String owner, String method, String call, boolean answer, String what)
            throws Exception {
        assertIsCaught(what, twin(owner, method, call, answer).make(SimulationBody.class, OutboxWorld.class));
    }

    @ParameterizedTest(name = "{4}")
    @MethodSource("flawsOfMoves")
    void shouldBeCaughtByMoves(String owner, String method, String call, boolean answer, String what) throws Exception {
        assertIsCaught(what, twin(owner, method, call, answer).make(SimulationBody.class, MovesWorld.class));
    }

    /** It returns before the message is where it outlives the process. */
    @Test
    void shouldCatchAnOutboxThatAcceptsTooEarly() {
        assertIsCaught("it accepts too early", new OutboxWorld(1));
    }

    @Test
    void shouldBeCaughtByEarlyEnds() throws Exception {
        var twin = twin("entity.ShardMemory", "note", "add", false);
        assertIsCaught("those that have ended begin", twin.make(SimulationBody.class, EarlyEndsWorld.class));
    }

    @Test
    void shouldBeCaughtBySilentStores() throws Exception {
        var twin = twin("entity.StoreCalls", "makeWaiting", "isDropped", false);
        assertIsCaught("the store is called late", twin.make(SimulationBody.class, SilentStoreWorld.class));
    }

    @ParameterizedTest(name = "{4}")
    @MethodSource("flawsOfMemories")
    void shouldBeCaughtByMemories(String owner, String method, String call, boolean answer, String what)
            throws Exception {
        assertIsCaught(what, twin(owner, method, call, answer).make(SimulationBody.class, RememberedWorld.class));
    }

    /**
     * Runs until a run fails. It is over then, also where the simulation ends a run in the middle, which stands still or never ends: what
     * would repeat that run and make it as short as it gets finds nothing to do, and so fails at once.
     */
    private static void assertIsCaught(String what, SimulationBody body) {
        var caught = new AtomicReference<Throwable>();
        var isOver = new AtomicBoolean();
        try {
            var ignored = Simulations.check(
                    SimulationOptions.defaults().strategy(Strategy.portfolio()).runs(RUNS), simulation -> {
                        if (isOver.compareAndSet(false, true)) {
                            runAndNote(body, simulation, caught);
                            isOver.set(caught.get() != null);
                        }
                    });
        } catch (SimulationFailure failure) {
            caught.set(failure);
        }
        assertThat(caught.get()).as(what).isNotNull();
    }

    private static void runAndNote(SimulationBody body, Simulation simulation, AtomicReference<Throwable> caught)
            throws Exception {
        try {
            body.run(simulation);
        } catch (AssertionError found) {
            caught.set(found);
        }
    }
}
