package dev.ropewalk.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.ropewalk.testing.CapturedLog;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How often a part logs its failures, and how much of each. */
class LimitedLogTest {
    private static final String NAME = "dev.ropewalk.base.LimitedLogTest";
    private static final long SECOND = 1_000_000_000;

    private final AtomicLong clock = new AtomicLong(7);
    private final LimitedLog log = new LimitedLog(new SafeLog(NAME, LimitedLogTest.class), "the part x", clock::get);
    private final CapturedLog captured = new CapturedLog(NAME);

    @AfterEach
    void close() {
        captured.close();
    }

    @Test
    void shouldCountWhatItHoldsBackInTheNextLine() {
        for (int i = 0; i < 25; i++) {
            fail("a task failed", new IllegalStateException("no"));
        }
        assertThat(captured.messages("a task failed")).hasSize(10);

        clock.addAndGet(SECOND);
        fail("another failed", new IllegalArgumentException("neither"));

        assertThat(captured.messages("another"))
                .containsExactly("another failed (15 more lines were held back)"
                        + " / java.lang.IllegalArgumentException: neither");
    }

    @Test
    void shouldLogWithoutAStackWhatNobodyHasThrown() {
        for (int i = 0; i < 12; i++) {
            log.log(Level.WARNING, () -> "it is late");
        }
        assertThat(captured.messages("late")).hasSize(10).containsOnly("it is late");

        clock.addAndGet(SECOND);
        log.log(Level.WARNING, () -> "it is later");

        assertThat(captured.messages("later")).containsExactly("it is later (2 more lines were held back)");
    }

    @Test
    void shouldShowTheClassThatLogs() {
        fail("a task failed", new IllegalStateException("no"));
        fail("a task failed", new IllegalStateException("no"));

        assertThat(captured.sources()).containsExactly(NAME, NAME);
    }

    @Test
    void shouldCountAtTheEndWhatNoLineHasCounted() {
        for (int i = 0; i < 11; i++) {
            fail("a task failed", new IllegalStateException("no"));
        }
        log.end(Level.WARNING);
        log.end(Level.WARNING);

        assertThat(captured.messages("held back")).containsExactly("the part x: 1 more line was held back");
    }

    @Test
    void shouldLogTheStackOnceForEachKind() {
        for (int i = 0; i < 2; i++) {
            fail("a task failed", new IllegalStateException("no"));
            fail("a task failed", new IllegalStateException("from elsewhere"));
            fail("a task failed", new IllegalStateException("wrapped", new IllegalArgumentException("why\nnot")));
        }

        List<String> lines = captured.messages("");
        assertThat(lines.subList(0, 3))
                .containsExactly(
                        "a task failed / java.lang.IllegalStateException: no",
                        "a task failed / java.lang.IllegalStateException: from elsewhere",
                        "a task failed / java.lang.IllegalStateException: wrapped");
        assertThat(lines.get(3))
                .startsWith("a task failed: java.lang.IllegalStateException: no at ")
                .contains(getClass().getName())
                .doesNotContain(" / ");
        assertThat(lines.get(5)).contains(", caused by java.lang.IllegalArgumentException: why not at ");
    }

    @Test
    void shouldForgetTheEldestOfManyKinds() {
        var kinds = new FailureKinds();
        List<Exception> different = new ArrayList<>();
        for (int i = 0; i <= FailureKinds.MAX_KNOWN; i++) {
            var failure = new Exception();
            failure.setStackTrace(new StackTraceElement[] {new StackTraceElement("A", "b", "A.java", i)});
            different.add(failure);
            assertThat(kinds.addIfNew(failure)).isTrue();
        }
        assertThat(kinds.addIfNew(different.getLast())).isFalse();
        assertThat(kinds.addIfNew(different.getFirst())).isTrue();
    }

    @Test
    void shouldSayWhereTheCodeOfAProgramFailedInTheJdk() {
        try {
            List.of().getFirst();
        } catch (RuntimeException e) {
            assertThat(FailureKinds.line(e))
                    .contains(" at ")
                    .contains(getClass().getName());
        }
    }

    @Test
    void shouldMakeNoTextAndCountNothingWhenTheLevelIsOff() {
        var made = new AtomicInteger();
        for (int i = 0; i < 25; i++) {
            log.log(
                    Level.DEBUG,
                    () -> {
                        made.incrementAndGet();
                        return "a task failed";
                    },
                    new IllegalStateException("no"));
        }
        log.end(Level.WARNING);

        assertThat(captured.messages("")).isEmpty();
        assertThat(made).hasValue(0);
    }

    @Test
    void shouldTellOfAFailureWhoseTextCannotBeMade() {
        assertThatCode(() -> log.log(
                        Level.WARNING,
                        () -> {
                            throw new IllegalStateException("a text with a bug");
                        },
                        new IllegalArgumentException("why")))
                .doesNotThrowAnyException();
        assertThat(captured.messages("the part x")).singleElement().asString().contains("why");
    }

    @Test
    void shouldEndALineWithTheNameOfAPart() {
        log.log(Level.WARNING, "no context goes to ", new Part("/clerk"), new IllegalStateException("no"));

        assertThat(captured.messages("no context goes to"))
                .containsExactly("no context goes to /clerk / java.lang.IllegalStateException: no");
    }

    @Test
    void shouldTellOfAFailureOfAPartWhoseNameCannotBeMade() {
        var nameless = new Part("/clerk") {
            @Override
            public String contextName() {
                throw new OutOfMemoryError("as if");
            }
        };
        assertThatCode(() -> log.log(Level.WARNING, "no context goes to ", nameless, new IllegalStateException("no")))
                .doesNotThrowAnyException();

        assertThat(captured.messages("the part x")).singleElement().asString().contains("IllegalStateException: no");
    }

    @Test
    void shouldCountAFailureForWhichThereIsNoTime() {
        var broken = new LimitedLog(new SafeLog(NAME, LimitedLogTest.class), "the part y", () -> {
            if (clock.getAndIncrement() > 7) {
                throw new InternalError("as if");
            }
            return 7;
        });
        assertThatCode(() -> broken.log(Level.WARNING, () -> "a task failed", new IllegalStateException("no")))
                .doesNotThrowAnyException();
        broken.end(Level.WARNING);
        assertThat(captured.messages("the part y: 1 more line was held back")).hasSize(1);
    }

    @Test
    void shouldGoOnThoughAThrowableIsBroken() {
        for (int i = 0; i < 3; i++) {
            assertThatCode(() -> fail("a task failed", new Broken())).doesNotThrowAnyException();
        }
        assertThat(FailureKinds.line(new Broken())).isEqualTo(Broken.class.getName());
    }

    @Test
    void shouldGiveEachFailureALineOrCountItWhenManyThreadsFail() throws InterruptedException {
        int each = 1_000;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            threads.add(Thread.ofPlatform().start(() -> {
                for (int k = 0; k < each; k++) {
                    fail("a task failed", new IllegalStateException("no"));
                    clock.addAndGet(SECOND / 500);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        log.end(Level.WARNING);

        long heldBack = captured.messages("held back").stream()
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*?(\\d+) more lines?.*", "$1")))
                .sum();
        int lines = captured.messages("a task failed").size();
        assertThat(lines + heldBack).isEqualTo(4L * each);
        assertThat(lines).isBetween(10, 18);
        assertThat(captured.messages(" / java.lang.IllegalStateException")).hasSize(1);
    }

    private void fail(String text, Throwable thrown) {
        log.log(Level.WARNING, () -> text, thrown);
    }

    private static class Part implements ContextPart {
        private final String name;

        Part(String name) {
            this.name = name;
        }

        @Override
        public ContextKind contextKind() {
            return ContextKind.ACTOR;
        }

        @Override
        public String contextName() {
            return name;
        }
    }

    private static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("a text with a bug");
        }

        @Override
        public StackTraceElement[] getStackTrace() {
            throw new IllegalStateException("a stack with a bug");
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException("a cause with a bug");
        }
    }
}
