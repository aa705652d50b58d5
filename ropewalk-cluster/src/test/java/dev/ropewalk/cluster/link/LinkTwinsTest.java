package dev.ropewalk.cluster.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import dev.ropewalk.sim.SimulationFailure;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.testing.Twin;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Links each of which lacks one thing: the simulations of {@link LinkWorldsTest} find that. */
class LinkTwinsTest {
    private static final int RUNS = 1000;

    static Stream<Arguments> flaws() {
        return Stream.of(
                flaw(MessageReceiver.class, "advance", "add", false, "lost ranges are forgotten"),
                flaw(LostRanges.class, "forget", "arraycopy", false, "confirmed ranges take the places of others"),
                flaw(MessageReceiver.class, "advance", "lost", false, "lost messages keep their credit"),
                flaw(MessageReceiver.class, "probe", "advance", false, "a lost tail isn't found"),
                flaw(MessageReceiver.class, "messages", "isRepeated", false, "a message comes twice"),
                flaw(Arrivals.class, "giveBack", "isFirst", true, "credit is given back twice"),
                flaw(Link.class, "probe", "probe", false, "nobody asks for an acknowledgement"),
                flaw(Link.class, "sendAll", "set", false, "what was refused isn't tried again"),
                flaw(Link.class, "resend", "goBack", false, "control records are sent once"),
                flaw(Outbox.class, "offer", "hasCredit", true, "more is sent than there is credit for"),
                flaw(ControlSender.class, "acknowledged", "giveBack", false, "what was sent back keeps its credit"),
                flaw(ControlReceiver.class, "take", "isNext", true, "control records come twice"),
                flaw(ControlReceiver.class, "handOut", "isDue", true, "control records don't wait for messages"));
    }

    static Stream<Arguments> flawsOfTheEnd() {
        return Stream.of(
                flaw(MessageSender.class, "end", "settleLost", false, "what is lost at the end isn't counted"),
                flaw(MessageSender.class, "end", "tellLost", false, "what waits at the end isn't told"),
                flaw(Link.class, "end", "end", false, "messages are taken after the end"),
                flaw(Link.class, "runUnlessOver", "mayGoOn", true, "steps go on after the end"));
    }

    static Stream<Arguments> flawsOfTheTurn() {
        return Stream.of(
                flaw(Turn.class, "takeIfIdle", "isIdle", true, "a step is run beside another one"),
                flaw(Turn.Task.class, "run", "takeAtCall", true, "the strand runs steps beside others"),
                flaw(Turn.class, "add", "mustCall", false, "the strand isn't called for a step"),
                flaw(Turn.class, "giveBack", "mustCall", false, "what has come meanwhile isn't run"),
                flaw(Turn.class, "runWaiting", "endTurn", false, "the strand stops in the middle"));
    }

    private static Arguments flaw(Class<?> owner, String method, String call, boolean answer, String what) {
        return Arguments.of(owner, method, call, answer, what);
    }

    @ParameterizedTest(name = "{4}")
    @MethodSource("flaws")
    void shouldBeCaught(Class<?> owner, String method, String call, boolean answer, String what) throws Exception {
        assertIsCaught(what, Twin.without(owner, method, call, answer).make(SimulationBody.class, LinkWorld.class));
    }

    @ParameterizedTest(name = "{4}")
    @MethodSource("flawsOfTheEnd")
    void shouldBeCaughtAtTheEnd(Class<?> owner, String method, String call, boolean answer, String what)
            throws Exception {
        assertIsCaught(what, Twin.without(owner, method, call, answer).make(SimulationBody.class, LinkEndWorld.class));
    }

    @ParameterizedTest(name = "{4}")
    @MethodSource("flawsOfTheTurn")
    void shouldBeCaughtByItsTurns(Class<?> owner, String method, String call, boolean answer, String what)
            throws Exception {
        assertIsCaught(what, Twin.without(owner, method, call, answer).make(SimulationBody.class, TurnWorld.class));
    }

    @Test
    void shouldNotCatchWhatOnlyTakesLonger() throws Exception {
        SimulationBody body =
                Twin.without(Link.class, "readControl", "advance", false).make(SimulationBody.class, LinkWorld.class);

        assertThat(Simulations.check(SimulationOptions.defaults().runs(100), body)
                        .runs())
                .isEqualTo(100);
    }

    @Test
    void shouldCatchAReceiverThatForgetsWhatItHasTold() {
        assertIsCaught("ranges are told once", new LinkWorld() {
            @Override
            UnaryOperator<byte[]> change() {
                return new Forgetful();
            }
        });
    }

    /** Leaves the lost ranges out of an acknowledgement that an earlier one has told, whether that has arrived or not. */
    private static final class Forgetful implements UnaryOperator<byte[]> {
        private long told;

        @Override
        public byte[] apply(byte[] frame) {
            var in = new LinkInput(frame);
            if (in.head() != LinkFrames.ACK) {
                return frame;
            }
            Ack ack = Ack.read(in);
            var ranges = new LostRanges();
            for (int i = 0; i < ack.lost().length; i += 2) {
                ranges.add(ack.lost()[i], ack.lost()[i + 1]);
            }
            ranges.forget(told);
            told = ack.settled();
            return new Ack(
                            ack.settled(),
                            ack.released(),
                            ack.releasedBytes(),
                            ack.controls(),
                            ack.window(),
                            ranges.toArray())
                    .toFrame();
        }
    }

    /**
     * Runs until a run fails. It is over then, also where the simulation ends a run in the middle, which stands still or never ends: what
     * would repeat that run and make it as short as it gets finds nothing to do, and so fails at once.
     */
    private static void assertIsCaught(String what, SimulationBody body) {
        var caught = new AtomicReference<Throwable>();
        var isOver = new AtomicBoolean();
        try {
            var ignored = Simulations.check(SimulationOptions.defaults().runs(RUNS), simulation -> {
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
