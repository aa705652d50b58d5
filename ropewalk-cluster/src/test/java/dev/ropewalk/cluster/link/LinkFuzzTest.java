package dev.ropewalk.cluster.link;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.testing.CapturedLog;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Frames that are damaged at random: each is taken, or dropped. What comes of it may be wrong, but nothing is thrown, what was counted fits together, and a frame makes its receiver
 * allocate no more than a multiple of its size, whatever it claims.
 */
class LinkFuzzTest {
    private static final int FRAMES = Integer.getInteger("ropewalk.stress.frames", 200_000);
    private static final int FRAMES_OF_A_LINK = 200;

    /** What happens once, such as linking, happens in these. */
    private static final int FIRST_ROUNDS = 20;

    private static final int ALLOCATED_PER_BYTE = 150;

    /** What is sent as soon as others are acknowledged, and a line of the log. */
    private static final int ALLOCATED_BESIDES = 64 << 10;

    private static final LinkOptions WINDOW = new LinkOptions(64, 64 << 10);

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final long seed = Long.getLong("ropewalk.stress.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private long rounds;
    private long dropped;
    private long received;
    private long lost;

    @Test
    void shouldTakeOrDropDamagedFrames() {
        for (int i = 0; i < FRAMES; i += FRAMES_OF_A_LINK) {
            try (var log = new CapturedLog("dev.ropewalk.cluster")) {
                talk();
                assertThat(log.messages("failed"))
                        .as("failures for seed %d", seed)
                        .isEmpty();
            }
        }
        assertThat(dropped).as("frames that were dropped, for seed %d", seed).isGreaterThan(FRAMES / 100);
        assertThat(received).as("messages that came, for seed %d", seed).isGreaterThan(FRAMES / 100);
        assertThat(lost).as("messages that were lost, for seed %d", seed).isGreaterThan(FRAMES / 100);
    }

    /** Two links talk until they have sent some frames; some are damaged. */
    private void talk() {
        var hand = new HandScheduler();
        Link[] links = new Link[2];
        Heard[] heard = {new Heard(random.nextBoolean()), new Heard(random.nextBoolean())};
        Queue<Runnable> net = new ArrayDeque<>();
        for (int i = 0; i < 2; i++) {
            int other = 1 - i;
            var sink = new FrameSink();
            sink.handTo(frame -> net.add(() -> bring(hand, links[other], frame)));
            links[i] = new Link(sink, FrameSink.SECOND, hand.scheduler(), WINDOW, heard[i]);
        }
        for (int frames = 0; frames < FRAMES_OF_A_LINK; ) {
            say(links[random.nextInt(2)]);
            hand.run();
            for (Runnable frame = net.poll(); frame != null; frame = net.poll()) {
                frame.run();
                frames++;
            }
            heard[random.nextInt(2)].held.forEach(Credit::giveBack);
            hand.ring();
        }
        rounds++;
        for (int i = 0; i < 2; i++) {
            links[i].end();
            hand.run();
            check(links[i]);
            assertThat(links[i].stats().inFlight()).isZero();
            assertThat(links[i].stats().lost()).isEqualTo(heard[i].lost.size());
            dropped += links[i].droppedFrames();
            received += heard[i].sizes.size();
            lost += heard[i].lost.stream().filter(what -> what.endsWith("LINK")).count();
        }
    }

    private void say(Link link) {
        for (int i = random.nextInt(5); i > 0; i--) {
            boolean ignored = link.trySend(new byte[random.nextInt(20)], "message");
            if (random.nextInt(4) == 0) {
                boolean taken = random.nextBoolean()
                        ? link.control(new byte[random.nextInt(5)])
                        : link.controlAfterMessages(new byte[random.nextInt(5)]);
                assertThat(taken).isTrue();
            }
        }
    }

    private void bring(HandScheduler hand, Link link, byte[] frame) {
        if (random.nextInt(4) > 0) {
            link.received(frame);
            hand.run();
        }
        if (random.nextInt(3) == 0) {
            byte[] damaged = damaged(frame);
            link.received(damaged);
            long before = threads.getCurrentThreadAllocatedBytes();
            hand.run();
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(allocated)
                    .as("bytes for seed %d, frame %s", seed, HexFormat.of().formatHex(damaged))
                    .isLessThanOrEqualTo(
                            rounds <= FIRST_ROUNDS
                                    ? Long.MAX_VALUE
                                    : ALLOCATED_BESIDES + (long) ALLOCATED_PER_BYTE * damaged.length);
        }
        check(link);
    }

    private void check(Link link) {
        LinkStats stats = link.stats();
        assertThat(stats.sent())
                .as("%s, for seed %d", stats, seed)
                .isEqualTo(stats.acknowledged() + stats.inFlight() + stats.lost());
        assertThat(Math.min(Math.min(stats.acknowledged(), stats.inFlight()), Math.min(stats.lost(), stats.credit())))
                .as("%s, for seed %d", stats, seed)
                .isNotNegative();
        assertThat(stats.inFlight()).isLessThanOrEqualTo(WINDOW.windowMessages());
    }

    private byte[] damaged(byte[] frame) {
        byte[] damaged = frame.clone();
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            int at = random.nextInt(10) == 0 ? random.nextInt(2) : 2 + random.nextInt(damaged.length - 1);
            if (at >= damaged.length) {
                damaged = Arrays.copyOf(damaged, damaged.length + 1 + random.nextInt(9));
            }
            switch (random.nextInt(6)) {
                case 0 -> damaged[at] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                case 1 -> damaged[at] = (byte) random.nextInt();
                case 2 -> damaged[at]++;
                case 3 -> damaged = Arrays.copyOf(damaged, Math.max(3, at));
                case 4 -> Arrays.fill(damaged, at, Math.min(damaged.length, at + 8), (byte) 0xFF);
                default -> damaged[1] = (byte) (1 + random.nextInt(4));
            }
        }
        return damaged;
    }
}
