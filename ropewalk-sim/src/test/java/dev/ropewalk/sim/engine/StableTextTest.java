package dev.ropewalk.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Texts without what differs from JVM to JVM. */
class StableTextTest {
    @Test
    void shouldNameAnObjectByItsClassAlone() {
        String type = StableTextTest.class.getName();
        Runnable lambda = () -> {};
        assertThat(StableText.of("a " + new StableTextTest() + ", b")).isEqualTo("a " + type + ", b");
        assertThat(StableText.of(lambda + " rejected")).isEqualTo(type + "$$Lambda rejected");
        assertThat(StableText.of(lambda.getClass().getName())).isEqualTo(type + "$$Lambda");
        assertThat(StableText.of(new ReentrantLock().toString()))
                .isEqualTo("java.util.concurrent.locks.ReentrantLock[Unlocked]");
    }

    @Test
    void shouldNameAThreadWithoutItsNumber() {
        assertThat(StableText.of("by " + Thread.ofVirtual().name("reader").unstarted(() -> {}) + "!"))
                .isEqualTo("by VirtualThread[reader]/new!");
        assertThat(StableText.of(
                        "by " + Thread.ofPlatform().name("reader").daemon().unstarted(() -> {})))
                .startsWith("by Thread[reader,");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "joe@cafe.example",
                "joe.doe@cafe",
                "@SimulationTest",
                "Foo@bad1d3a",
                "a.b.Foo@",
                "#12 reader",
                "[#12]",
                "0x12ab",
                "$1 \\\\ Lambda/0x12"
            })
    void shouldLeaveAllElseAsItIs(String text) {
        assertThat(StableText.of(text)).isEqualTo(text);
    }

    @Test
    void shouldReadAVeryLongWordOnce() {
        String word = "x.".repeat(500_000);
        assertThat(StableText.of(word)).isEqualTo(word);
    }
}
