package dev.ropewalk.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Gives tests parts of their own, and fails those that leave something open.
 *
 * {@snippet class="dev.ropewalk.junit.snippets.JUnitSnippets" region="test" :
 * @Test
 * @RopewalkTest(manualTime = true)
 * void shouldWakeAfterEightHours(ActorTestKit kit, ManualTime time) {
 *     Probe<String> guest = kit.probe("guest");
 *     kit.system().<String>spawn("clock", context -> {
 *         context.timers().startSingle("alarm", "wake up", Duration.ofHours(8));
 *         return message -> guest.ref().tell(message);
 *     });
 *     kit.await("the alarm is set", () -> time.next().isPresent());
 *
 *     time.advance(Duration.ofHours(8));
 *
 *     guest.expect("wake up");
 * }
 * }
 *
 * <p><b>Parameters.</b> Test methods, and those before and after each test, may take a {@link dev.ropewalk.scheduler.Scheduler}, an {@link
 * dev.ropewalk.actor.testkit.ActorTestKit} on it, its {@link dev.ropewalk.actor.ActorSystem}, and with {@link #manualTime} a {@link
 * ManualTime}. They are made when the first method asks, are the same for all methods of one test, and are closed after it. Closing
 * fails the test if actors, tasks or workers still had something to do.
 *
 * <p><b>What is left open.</b> A scheduler, an actor system, a process scope, a pipeline, a bounded executor, a journal or a run of a graph
 * that lives when the test is over, and didn't when it began, fails it: all are named. What has begun to end is waited for. This
 * is a look at the whole JVM. Such tests never run side by side with each other, but others that do must not open parts meanwhile.
 *
 * <p>On a class it holds for all its tests, nested ones included; on a method for that one, and its elements win.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(RopewalkExtension.class)
@ResourceLock("dev.ropewalk.parts")
public @interface RopewalkTest {
    /** Returns how many workers the scheduler has. */
    int workers() default 2;

    /** Returns whether timers wait until the test moves the time. */
    boolean manualTime() default false;

    /** Returns whether a test fails that leaves something open. */
    boolean noLeaks() default true;
}
