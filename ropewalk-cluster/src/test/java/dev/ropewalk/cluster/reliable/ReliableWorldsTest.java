package dev.ropewalk.cluster.reliable;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Sample;
import dev.ropewalk.testing.Twin;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is promised of senders that deliver at least once holds in each of many worlds, and doesn't if anything is left out that it rests on. */
class ReliableWorldsTest {
    private static final int RUNS = Sample.of(2000, 200_000);
    private static final int TWIN_RUNS = 20_000;

    @Test
    void shouldHandleAllInOrderWhateverHappens() {
        for (long seed = 0; seed < RUNS; seed++) {
            try {
                new ReliableWorld().play(seed);
            } catch (AssertionError failed) {
                throw new AssertionError("with seed " + seed + ": " + failed.getMessage(), failed);
            }
        }
    }

    static Stream<Arguments> flaws() {
        return Stream.of(
                flaw(Filter.class, "admit", "isNext", true, "what has come twice, or too early, is handled"),
                flaw(Filter.class, "admit", "mayBegin", true, "an entity that begins takes what comes first"),
                flaw(Filter.class, "admit", "ask", false, "nobody asks for what is missing"),
                flaw(Filter.class, "mayBegin", "is", true, "what was sent before counts as sent for the first time"),
                flaw(Filter.class, "forgetOne", "isQuiet", true, "a sender is forgotten while its message is handled"),
                flaw(Filter.class, "handled", "handle", false, "what was handled is forgotten"));
    }

    private static Arguments flaw(Class<?> owner, String method, String call, boolean answer, String what) {
        return Arguments.of(owner, method, call, answer, what);
    }

    @ParameterizedTest(name = "{4}")
    @MethodSource("flaws")
    void shouldBeCaught(Class<?> owner, String method, String call, boolean answer, String what) throws Exception {
        assertIsCaught(
                what, Twin.without(owner, method, call, answer).make(LongConsumer.class, ReliableWorld.Worlds.class));
    }

    /** Each inquiry is the oldest message once more. */
    @Test
    void shouldNotCatchWhatOnlyTakesLonger() throws Exception {
        LongConsumer twin = Twin.without(Window.class, "again", "rewind", false)
                .make(LongConsumer.class, ReliableWorld.Worlds.class);
        for (long seed = 0; seed < 100; seed++) {
            twin.accept(seed);
        }
    }

    @Test
    void shouldCatchAnEntityThatAcknowledgesWhatIsInItsMailbox() {
        assertIsCaught(
                "acknowledged too early",
                seed -> new ReliableWorld() {
                    @Override
                    void arrive() {
                        int before = waiting();
                        super.arrive();
                        if (waiting() > before) {
                            handleAtOnce();
                        }
                    }
                }.play(seed));
    }

    @Test
    void shouldCatchAHandOverThatDoesNotWaitUntilSendersKnowWhatWasHandled() {
        assertIsCaught(
                "nobody knows what was handled",
                seed -> new ReliableWorld() {
                    @Override
                    void hearAll() {
                        forgetNews();
                    }
                }.play(seed));
    }

    private static void assertIsCaught(String what, LongConsumer twin) {
        AssertionError caught = null;
        for (long seed = 0; seed < TWIN_RUNS && caught == null; seed++) {
            try {
                twin.accept(seed);
            } catch (AssertionError found) {
                caught = found;
            }
        }
        assertThat(caught).as(what).isNotNull();
    }
}
