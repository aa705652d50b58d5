package app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.testkit.ActorTestKit;
import dev.ropewalk.actor.testkit.Probe;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SumTest {
    private int sum;

    @Test
    void shouldAddUp() {
        try (ActorTestKit kit = ActorTestKit.create()) {
            Probe<Integer> probe = kit.probe("sums");
            ActorRef<Integer> adder = kit.system().spawn("adder", context -> number -> {
                sum += number;
                probe.ref().tell(sum);
            });
            IntStream.rangeClosed(1, 3).forEach(adder::tell);
            probe.expectInOrder(1, 3, 6);
            System.out.println("maven: " + sum);
            assertEquals(6, sum);
        }
    }
}
