package dev.ropewalk.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ContextsTest {
    private static final ContextPart PART = new ContextPart() {
        @Override
        public ContextKind contextKind() {
            return ContextKind.ACTOR;
        }

        @Override
        public String contextName() {
            return "/test";
        }
    };

    private final List<String> notes = new ArrayList<>();
    private final Runnable end = Contexts.install(new Named("first"));

    @AfterEach
    void end() {
        end.run();
    }

    /** A carrier that notes what it does. */
    private final class Named implements ContextCarrier {
        private final String name;

        Named(String name) {
            this.name = name;
        }

        @Override
        public @Nullable CarriedContext capture(ContextPart to, Object content) {
            return part -> scope(content + " of " + name);
        }

        @Override
        public ContextScope open(ContextPart part) {
            return scope(part.contextName() + " of " + name);
        }

        private ContextScope scope(String text) {
            notes.add("open " + text);
            return new ContextScope() {
                @Override
                public void failed(Throwable thrown) {
                    notes.add(thrown.getMessage() + " in " + text);
                }

                @Override
                public void close() {
                    notes.add("close " + text);
                }
            };
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @Test
    void shouldRefuseASecondCarrier() {
        assertThatIllegalStateException()
                .isThrownBy(() -> Contexts.install(new Named("second")))
                .withMessage("contexts are carried by first already, and a JVM has one carrier: "
                        + "close that before second is installed");
    }

    @Test
    void shouldOpenByTheCarrierThatHasCaptured() {
        CarriedContext context = Contexts.capture(PART, "message");
        end.run();
        Runnable second = Contexts.install(new Named("second"));
        try {
            end.run();
            assertThat(Contexts.areCarried()).isTrue();
            try (ContextScope scope = Contexts.open(context, PART)) {
                scope.failed(new IllegalStateException("a failure"));
            }
            Contexts.open(null, PART).close();
        } finally {
            second.run();
        }

        assertThat(notes)
                .containsExactly(
                        "open message of first",
                        "a failure in message of first",
                        "close message of first",
                        "open /test of second",
                        "close /test of second");
    }

    @Test
    void shouldCarryNothingWithoutACarrier() {
        end.run();

        assertThat(Contexts.areCarried()).isFalse();
        assertThat(Contexts.capture(PART, "message")).isNull();
        assertThat(Contexts.open(null, PART)).isSameAs(ContextScope.NONE);
    }
}
