package dev.ropewalk.actor.supervision;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Directive;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How many lines an actor system logs of actors that fail. */
@Timeout(60)
class FailureLogTest {
    private static final int FAILURES = 10_000;
    private static final int RESTARTS = 1_000;
    private static final int STOPS = 100;

    @Test
    void shouldCountTheFailuresThatItHoldsBack() {
        try (var log = new CapturedLog("dev.ropewalk.actor")) {
            try (ActorSystem system = ActorSystem.builder("shop")
                    .supervision(Supervision.always(Directive.RESUME))
                    .build()) {
                ActorRef<Integer> clerk = system.spawn(ActorOptions.defaults().name("clerk"), context -> message -> {
                    throw new IllegalStateException("no " + message);
                });
                for (int i = 0; i < FAILURES; i++) {
                    clerk.tell(i);
                }
            }
            List<String> lines = log.messages("/shop/clerk failed and goes on");
            assertThat(lines).hasSizeBetween(10, FAILURES / 10);
            assertThat(lines.size() + heldBack(log)).isEqualTo(FAILURES);
            assertThat(lines.getFirst())
                    .isEqualTo("/shop/clerk failed and goes on / java.lang.IllegalStateException: no 0");
            assertThat(lines.get(1))
                    .startsWith("/shop/clerk failed and goes on: java.lang.IllegalStateException: no 1 at ");
            assertThat(log.messages("actor system shop: ")).hasSize(1);
        }
    }

    @Test
    void shouldTellThatAnActorIsStoppedHoweverOftenItHasFailed() {
        try (var log = new CapturedLog("dev.ropewalk.actor")) {
            try (ActorSystem system = ActorSystem.builder("shop")
                    .supervision(Supervision.restart().limit(RESTARTS, Duration.ofDays(1)))
                    .build()) {
                ActorRef<Integer> clerk = system.spawn(ActorOptions.defaults().name("clerk"), context -> message -> {
                    throw new IllegalStateException("no " + message);
                });
                for (int i = 0; i <= RESTARTS; i++) {
                    clerk.tell(i);
                }
            }
            assertThat(log.messages("/shop/clerk failed and is stopped"))
                    .containsExactly("/shop/clerk failed and is stopped after " + RESTARTS
                            + " restarts within PT24H / java.lang.IllegalStateException: no " + RESTARTS);
        }
    }

    @Test
    void shouldCountTheStopsThatItHoldsBack() {
        try (var log = new CapturedLog("dev.ropewalk.actor")) {
            try (ActorSystem system = ActorSystem.builder("shop")
                    .supervision(Supervision.always(Directive.STOP))
                    .build()) {
                for (int i = 0; i < STOPS; i++) {
                    system.<String>spawn(context -> message -> {
                                throw new IllegalStateException(message);
                            })
                            .tell("no");
                }
            }
            int lines = log.messages(" failed and ").size();
            assertThat(lines).isGreaterThanOrEqualTo(10);
            assertThat(lines + heldBack(log)).isEqualTo(STOPS);
        }
    }

    private static long heldBack(CapturedLog log) {
        return log.messages("held back").stream()
                .mapToLong(line -> Long.parseLong(line.replaceAll(".*?(\\d+) more lines?.*", "$1")))
                .sum();
    }
}
