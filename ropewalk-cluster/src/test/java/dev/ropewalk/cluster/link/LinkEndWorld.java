package dev.ropewalk.cluster.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationBody;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Two ends of a link over a net that loses much, which end at any moment while they talk. */
class LinkEndWorld implements SimulationBody {
    private static final LinkOptions WINDOW = new LinkOptions(16, 64 << 10);
    private static final int MESSAGES = 20;
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);
    private static final int MAX_LIFE_MICROS = 1_000_000;

    @Override
    public void run(Simulation simulation) {
        List<LinkEnd> ends = new ArrayList<>();
        Scheduler scheduler = simulation.scheduler();
        LossyNet net = new LossyNet(scheduler).faults(6, 8, 6);
        var first = new Node("first", 1, 1);
        var second = new Node("second", 2, 2);
        ends.add(new LinkEnd(
                scheduler,
                net,
                first,
                second,
                WINDOW,
                frame -> ends.get(1).link().received(frame)));
        ends.add(new LinkEnd(
                scheduler,
                net,
                second,
                first,
                WINDOW,
                frame -> ends.get(0).link().received(frame)));
        for (LinkEnd end : ends) {
            Thread talker = simulation.start("talker", () -> talk(scheduler, end));
            Thread ender = simulation.start("ender", () -> {
                scheduler.parkNanos(end, 1000L * scheduler.random().nextInt(MAX_LIFE_MICROS));
                end.link().end();
                end.look();
            });
            assertThat(List.of(talker, ender)).doesNotContainNull();
        }
        simulation.runFor(LONG_ENOUGH);
        check(ends.get(0), ends.get(1));
        check(ends.get(1), ends.get(0));
        simulation.run(); // to the rest: no timer is left
    }

    private static void talk(Scheduler scheduler, LinkEnd end) {
        for (int i = 0; i < MESSAGES; i++) {
            if (scheduler.random().nextInt(3) == 0) {
                boolean ignored = end.control(scheduler.random().nextBoolean());
            }
            boolean ignored = end.send(scheduler.random().nextInt(100));
            end.look();
            if (scheduler.random().nextInt(3) == 0) {
                scheduler.parkNanos(end, 1000L * scheduler.random().nextInt(MAX_LIFE_MICROS / MESSAGES));
            }
        }
    }

    /** Checks what one end has sent against what the other one has got. */
    private static void check(LinkEnd sender, LinkEnd receiver) {
        assertThat(sender.violations).isEmpty();
        assertThat(receiver.received)
                .as("messages are in order, each once")
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(receiver.receivedControls)
                .as("control records")
                .isEqualTo(sender.controls.subList(0, receiver.receivedControls.size()));
        assertThat(Collections.disjoint(sender.lost, receiver.received))
                .as("lost messages didn't come")
                .isTrue();
        assertThat(Collections.disjoint(sender.gone, sender.lost))
                .as("a fate is known or not")
                .isTrue();
        Set<Integer> acknowledged = new HashSet<>(sender.accepted);
        acknowledged.removeAll(sender.lost);
        acknowledged.removeAll(sender.gone);
        assertThat(new HashSet<>(receiver.received).containsAll(acknowledged))
                .as("acknowledged messages came")
                .isTrue();
        LinkStats stats = sender.link().stats();
        assertThat(stats.sent()).as("sent").isEqualTo(sender.accepted.size());
        assertThat(stats.acknowledged()).as("acknowledged").isEqualTo(acknowledged.size());
        assertThat(stats.lost()).as("lost").isEqualTo(sender.lost.size() + sender.gone.size());
        assertThat(stats.inFlight()).as("in flight").isZero();
        assertThat(sender.send(0)).as("sent after the end").isFalse();
        assertThat(sender.control(true)).as("control after the end").isFalse();
    }
}
