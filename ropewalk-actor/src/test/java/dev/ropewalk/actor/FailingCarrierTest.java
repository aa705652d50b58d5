package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.base.CarriedContext;
import dev.ropewalk.base.ContextCarrier;
import dev.ropewalk.base.ContextPart;
import dev.ropewalk.base.ContextScope;
import dev.ropewalk.base.Contexts;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A carrier of contexts that fails loses no message. */
@Timeout(60)
class FailingCarrierTest {
    enum Part {
        CAPTURE,
        OPEN,
        FAILED,
        CLOSE
    }

    @AutoClose
    private final Stage stage = new Stage();

    private final Set<Part> failing = EnumSet.noneOf(Part.class);
    private final Runnable end = Contexts.install(new FailingCarrier());

    @AfterEach
    void close() {
        end.run();
    }

    private final class FailingCarrier implements ContextCarrier, ContextScope {
        private void pass(Part part) {
            if (failing.contains(part)) {
                throw new AssertionError("the carrier fails in " + part);
            }
        }

        @Override
        public @Nullable CarriedContext capture(ContextPart to, Object content) {
            pass(Part.CAPTURE);
            return this::open;
        }

        @Override
        public ContextScope open(ContextPart part) {
            pass(Part.OPEN);
            return this;
        }

        @Override
        public void failed(Throwable thrown) {
            pass(Part.FAILED);
        }

        @Override
        public void close() {
            pass(Part.CLOSE);
        }
    }

    @ParameterizedTest
    @EnumSource(Part.class)
    void shouldLoseNoMessage(Part part) {
        failing.add(part);
        ActorRef<Object> clerk = stage.system.spawn("clerk", context -> message -> {
            stage.diary.ref().tell((String) message);
            if (message.equals("bad")) {
                throw new IllegalStateException("on purpose");
            }
        });
        ActorRef<Object> blocking = stage.system.spawnBlocking("blocking", inbox -> {
            while (true) {
                clerk.tell(inbox.receive());
            }
        });
        blocking.tell("good");
        blocking.tell("bad");
        blocking.tell("good again");

        stage.diary.expectInOrder("good", "bad", "good again");
        assertThat(stage.log.messages("the carrier fails in " + part)).isNotEmpty();
    }
}
