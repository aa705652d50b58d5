package dev.ropewalk.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import jdk.jfr.Event;
import org.junit.jupiter.api.Test;

/**
 * Who makes an event of Flight Recorder catches what fails, for want of memory: the class of the event may have to be loaded first, and what
 * the event tells of must go on. What ends an event has one, so that its class is there.
 */
class EventCallsTest {
    private static final Set<String> MAKERS = Set.of("begun", "record");
    private static final List<JavaMethodCall> CALLS = House.CLASSES.stream()
            .flatMap(each -> each.getMethodCallsFromSelf().stream())
            .filter(call -> isEvent(call.getTargetOwner()) && !isEvent(call.getOriginOwner()))
            .toList();

    @Test
    void shouldCatchWhatFailsWhereAnEventIsMade() {
        assertThat(made()).hasSizeGreaterThanOrEqualTo(20);
        assertThat(made().filter(call -> !isCaught(call)).map(JavaMethodCall::getDescription))
                .isEmpty();
    }

    @Test
    void shouldNoticeACallThatIsNotCaught() {
        assertThat(CALLS.stream().filter(call -> !isCaught(call)).map(JavaMethodCall::getName))
                .as("an event that was made is ended elsewhere")
                .containsOnly("end", "isAt");
    }

    private static Stream<JavaMethodCall> made() {
        return CALLS.stream().filter(call -> MAKERS.contains(call.getName()));
    }

    private static boolean isEvent(JavaClass type) {
        return type.isAssignableTo(Event.class);
    }

    private static boolean isCaught(JavaMethodCall call) {
        JavaCodeUnit caller = call.getOrigin();
        return caller.getTryCatchBlocks().stream()
                .anyMatch(block ->
                        block.getCaughtThrowables().stream().anyMatch(each -> each.isEquivalentTo(Throwable.class))
                                && block.getAccessesContainedInTryBlock().contains(call));
    }
}
