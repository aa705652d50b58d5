package dev.ropewalk.junit.snippets;

import dev.ropewalk.actor.testkit.ActorTestKit;
import dev.ropewalk.actor.testkit.Probe;
import dev.ropewalk.junit.ManualTime;
import dev.ropewalk.junit.RopewalkTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The example of the module's javadoc. */
public class JUnitSnippets {
    // @start region="test" :
    @Test
    @RopewalkTest(manualTime = true)
    void shouldWakeAfterEightHours(ActorTestKit kit, ManualTime time) {
        Probe<String> guest = kit.probe("guest");
        kit.system().<String>spawn("clock", context -> {
            context.timers().startSingle("alarm", "wake up", Duration.ofHours(8));
            return message -> guest.ref().tell(message);
        });
        kit.await("the alarm is set", () -> time.next().isPresent());

        time.advance(Duration.ofHours(8));

        guest.expect("wake up");
    }
    // @end
}
