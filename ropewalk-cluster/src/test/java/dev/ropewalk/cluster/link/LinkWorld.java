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
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/** Two ends of a link that talk to each other over a net which loses much, until it is healed. Then everything is settled, and what both have noted must fit together. */
class LinkWorld implements SimulationBody {
    private static final int TALKERS = 2;
    private static final int ATTEMPTS = 1000;
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);
    private static final int MAX_PAUSE_MICROS = 30_000;
    private static final int LARGE = 24 << 10;
    private static final int LARGER_THAN_WINDOW = 70 << 10;

    private final LinkOptions window;
    private final int messages;

    LinkWorld() {
        this(new LinkOptions(16, 64 << 10), 12);
    }

    /** Makes a world with a window, where each talker sends so many messages. */
    LinkWorld(LinkOptions window, int messages) {
        this.window = window;
        this.messages = messages;
    }

    @Override
    public void run(Simulation simulation) {
        List<LinkEnd> ends = new ArrayList<>();
        Scheduler scheduler = simulation.scheduler();
        LossyNet net = new LossyNet(scheduler).faults(4, 5, 6).change(this::change);
        var first = new Node("first", 1, 1);
        var second = new Node("second", 2, 2);
        ends.add(new LinkEnd(
                scheduler,
                net,
                first,
                second,
                window,
                frame -> ends.get(1).link().received(frame)));
        ends.add(new LinkEnd(
                scheduler,
                net,
                second,
                first,
                window,
                frame -> ends.get(0).link().received(frame)));
        for (LinkEnd end : ends) {
            for (int i = 0; i < TALKERS; i++) {
                Thread ignored = simulation.start("talker " + i, () -> talk(scheduler, end));
            }
        }
        Thread ignored = simulation.start("weather", () -> {
            sleep(scheduler, 100);
            net.cut();
            sleep(scheduler, 500);
            net.mend();
            sleep(scheduler, 500);
            net.heal();
        });
        simulation.runFor(LONG_ENOUGH);
        check(ends.get(0), ends.get(1));
        check(ends.get(1), ends.get(0));
        simulation.run(); // to the rest: no timer is left
    }

    /** Returns what a broken link does to the frames that it sends. */
    UnaryOperator<byte[]> change() {
        return UnaryOperator.identity();
    }

    private void talk(Scheduler scheduler, LinkEnd end) {
        RandomGenerator random = scheduler.random();
        for (int i = 0; i < messages; i++) {
            if (random.nextInt(3) == 0) {
                boolean taken = end.control(random.nextBoolean());
                assertThat(taken).isTrue();
            }
            int bytes = random.nextInt(10) == 0
                    ? (random.nextInt(4) == 0 ? LARGER_THAN_WINDOW : LARGE)
                    : random.nextInt(100);
            int attempts = 0;
            while (!end.send(bytes)) {
                assertThat(attempts++).as("attempts to send").isLessThan(ATTEMPTS);
                sleep(scheduler, 20);
            }
            end.look();
            if (random.nextInt(4) == 0) {
                scheduler.parkNanos(end, 1000L * random.nextInt(MAX_PAUSE_MICROS));
            }
        }
    }

    private static void sleep(Scheduler scheduler, int millis) {
        long end = scheduler.nanoTime() + Duration.ofMillis(millis).toNanos();
        for (long left = end - scheduler.nanoTime(); left > 0; left = end - scheduler.nanoTime()) {
            scheduler.parkNanos(scheduler, left);
        }
    }

    /** Checks what one end has sent against what the other one has got. */
    private void check(LinkEnd sender, LinkEnd receiver) {
        assertThat(sender.violations).isEmpty();
        assertThat(receiver.received)
                .as("messages are in order, each once")
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(receiver.receivedControls).as("control records").isEqualTo(sender.controls);
        Set<Integer> settled = new HashSet<>(receiver.received);
        settled.addAll(sender.lost);
        assertThat(settled).as("messages that came or are lost").isEqualTo(new HashSet<>(sender.accepted));
        assertThat(Collections.disjoint(sender.lost, receiver.received))
                .as("lost messages didn't come")
                .isTrue();
        assertThat(sender.gone).isEmpty();
        LinkStats stats = sender.link().stats();
        assertThat(stats.sent()).as("sent").isEqualTo(sender.accepted.size());
        assertThat(stats.acknowledged()).as("acknowledged").isEqualTo(receiver.received.size());
        assertThat(stats.lost()).as("lost").isEqualTo(sender.lost.size());
        assertThat(stats.inFlight()).as("in flight").isZero();
        assertThat(stats.credit()).as("credit").isEqualTo(window.windowMessages());
        assertThat(receiver.link().stats().received()).as("received").isEqualTo(receiver.received.size());
        assertThat(receiver.link().droppedFrames())
                .as("frames that were dropped")
                .isZero();
    }
}
