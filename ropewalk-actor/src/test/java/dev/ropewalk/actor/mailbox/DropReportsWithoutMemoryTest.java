package dev.ropewalk.actor.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Hold;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A full mailbox for whose reports there is no memory. */
@Timeout(60)
class DropReportsWithoutMemoryTest {
    private final Scheduler scheduler = Scheduler.create();
    private volatile boolean isPoor;
    private final CapturedLog log = new CapturedLog("dev.ropewalk.actor");
    private final ActorSystem system = ActorSystem.builder("poor")
            .scheduler((Scheduler) Proxy.newProxyInstance(
                    Scheduler.class.getClassLoader(), new Class<?>[] {Scheduler.class}, (self, method, arguments) -> {
                        if (isPoor && method.getName().equals("schedule")) {
                            throw new OutOfMemoryError("no timer");
                        }
                        try {
                            return method.invoke(scheduler, arguments);
                        } catch (InvocationTargetException e) {
                            throw e.getCause();
                        }
                    }))
            .build();

    @AfterEach
    void close() {
        system.close();
        scheduler.close();
        log.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"DROP_NEWEST", "DROP_OLDEST"})
    void shouldTellOfTheNextDrop(OverflowPolicy policy) {
        var hold = new Hold();
        ActorRef<Hold> actor = system.spawn(
                ActorOptions.defaults().name("actor").mailbox(Mailbox.bounded(1, policy)),
                context -> message -> message.pass(context.scheduler()));
        actor.tell(hold);
        Await.until("the actor is held", hold::isEntered);
        actor.tell(hold);

        isPoor = true;
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(OutOfMemoryError.class)
                    .isThrownBy(() -> actor.tell(hold))
                    .withMessage("no timer");
        }
        isPoor = false;
        actor.tell(hold);

        assertThat(system.stats().dropped()).isEqualTo(3);
        assertThat(log.messages("the mailbox of /poor/actor was full"))
                .singleElement()
                .asString()
                .contains("3 messages were dropped, 3 since the actor began");
        hold.open();
    }
}
