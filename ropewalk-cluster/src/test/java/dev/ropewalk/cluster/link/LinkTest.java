package dev.ropewalk.cluster.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.sim.Simulation;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Simulations;
import dev.ropewalk.testing.CapturedLog;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a link sends and when, mostly in the time of a simulation. */
class LinkTest {
    private static final Duration MOMENT = Duration.ofNanos(10_000);
    private static final LinkOptions SMALL = new LinkOptions(16, 64 << 10);
    private static final LinkOptions LARGE = new LinkOptions(2048, 1 << 20);

    private FrameSink sink = new FrameSink();
    private FrameSink back = new FrameSink();
    private Heard here = new Heard(false);
    private Heard there = new Heard(false);
    private final List<Link> made = new ArrayList<>();

    /** Runs a body, more than once: that simulations are repeatable is checked on the way. */
    private void simulate(LoggedBody body) {
        var ignored = Simulations.check(SimulationOptions.defaults().runs(1), simulation -> {
            sink = new FrameSink();
            back = new FrameSink();
            here = new Heard(false);
            there = new Heard(false);
            made.clear();
            try (var log = new CapturedLog("dev.ropewalk.cluster")) {
                body.run(simulation, log);
                made.forEach(Link::end);
                simulation.run();
            }
        });
    }

    private interface LoggedBody {
        void run(Simulation simulation, CapturedLog log) throws Exception;
    }

    private Link link(Simulation simulation, LinkOptions options) {
        Link link = new Link(sink, FrameSink.SECOND, simulation.scheduler(), options, here);
        made.add(link);
        return link;
    }

    /** Returns the two ends. */
    private Link[] links(Simulation simulation, LinkOptions options, LinkOptions optionsThere, LinkListener listener) {
        Link first = link(simulation, options);
        Link second = new Link(back, FrameSink.FIRST, simulation.scheduler(), optionsThere, listener);
        made.add(second);
        sink.handTo(second::received);
        back.handTo(first::received);
        return new Link[] {first, second};
    }

    private static void send(Link link, int messages) {
        for (int i = 0; i < messages; i++) {
            assertThat(link.trySend(new byte[8], i)).as("message %d is sent", i).isTrue();
        }
    }

    private static void settle(Simulation simulation) {
        simulation.runFor(Duration.ofMinutes(1));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void shouldSendTheFirstMessageAtOnce() {
        simulate((simulation, log) -> {
            send(link(simulation, SMALL), 1);
            simulation.runFor(MOMENT);
            assertThat(sink.count(LinkFrames.MESSAGES)).isEqualTo(1);
        });
    }

    @Test
    void shouldSendMessagesTogetherThatCameMeanwhile() {
        simulate((simulation, log) -> {
            Link link = link(simulation, LARGE);
            link.execute(() -> send(link, 100));
            simulation.runFor(MOMENT);
            assertThat(sink.count(LinkFrames.MESSAGES)).isEqualTo(1);
        });
    }

    @Test
    void shouldFillFramesToALimit() {
        simulate((simulation, log) -> {
            Link link = link(simulation, LARGE);
            link.execute(() -> {
                for (int i = 0; i < 40; i++) {
                    assertThat(link.trySend(new byte[i == 20 ? 100_000 : 1000], i))
                            .isTrue();
                }
            });
            simulation.runFor(MOMENT);
            assertThat(sink.frames.stream().filter(frame -> frame.length > 33 << 10))
                    .hasSize(1);
            assertThat(sink.count(LinkFrames.MESSAGES)).isLessThanOrEqualTo(4);
        });
    }

    @Test
    void shouldSendNothingWithoutCredit() {
        simulate((simulation, log) -> {
            Link link = link(simulation, SMALL);
            send(link, SMALL.windowMessages());
            LinkStats before = link.stats();
            assertThat(link.trySend(new byte[1], "too much")).isFalse();
            assertThat(link.stats()).isEqualTo(before);
            assertThat(before.credit()).isZero();
        });
    }

    @Test
    void shouldSendAMessageThatIsLargerThanTheWindowAlone() {
        simulate((simulation, log) -> {
            Link[] links = links(simulation, SMALL, SMALL, there);
            send(links[0], 1);
            assertThat(links[0].trySend(new byte[100_000], "large")).isFalse();
            simulation.runFor(Duration.ofSeconds(1));
            assertThat(links[0].trySend(new byte[100_000], "large")).isTrue();
            assertThat(links[0].trySend(new byte[1], "small")).isFalse();
            simulation.runFor(Duration.ofSeconds(1));
            assertThat(there.sizes).containsExactly(8, 100_000);
            assertThat(links[0].stats().inFlight()).isZero();
        });
    }

    @Test
    void shouldHave256FramesOnTheirWayAtMost() {
        simulate((simulation, log) -> {
            Link link = link(simulation, LARGE);
            for (int i = 0; i < 300; i++) {
                send(link, 1);
                simulation.runFor(MOMENT);
            }
            assertThat(sink.count(LinkFrames.MESSAGES)).isEqualTo(256);
        });
    }

    @Test
    void shouldGoOnAfterManyFrames() {
        simulate((simulation, log) -> {
            Link[] links = links(simulation, LARGE, LARGE, there);
            for (int i = 0; i < 1000; i++) {
                send(links[0], 1);
                simulation.runFor(MOMENT);
            }
            assertThat(simulation.time()).isLessThan(Duration.ofMillis(100));
            assertThat(there.sizes).hasSize(1000);
        });
    }

    @Test
    void shouldTryAgainWhatTheEngineRefuses() {
        simulate((simulation, log) -> {
            Link[] links = links(simulation, SMALL, SMALL, there);
            sink.refuse(true);
            send(links[0], 3);
            boolean ignored = links[0].control(text("control"));
            simulation.runFor(Duration.ofSeconds(1));
            sink.refuse(false);
            simulation.runFor(Duration.ofMillis(200));
            assertThat(there.sizes).hasSize(3);
            assertThat(there.controls).containsExactly("control");
            settle(simulation);
            assertThat(links[0].stats().acknowledged()).isEqualTo(3);
        });
    }

    @Test
    void shouldFindWhatAFailingEngineHasLost() {
        simulate((simulation, log) -> {
            Link[] links = links(simulation, SMALL, SMALL, there);
            sink.fail(true);
            send(links[0], 3);
            simulation.runFor(MOMENT);
            sink.fail(false);
            settle(simulation);
            assertThat(here.lost).containsExactly("0 LINK", "1 LINK", "2 LINK");
            assertThat(log.messages("the link to second:2#2: the engine has failed to send"))
                    .isNotEmpty();
        });
    }

    @Test
    void shouldBeSilentWhenAllIsSettled() {
        simulate((simulation, log) -> {
            Link[] links = links(simulation, LARGE, LARGE, there);
            send(links[0], 10);
            boolean ignored = links[1].control(text("control"));
            simulation.runFor(Duration.ofSeconds(1));
            int frames = sink.frames.size() + back.frames.size();
            simulation.runFor(Duration.ofHours(10));
            assertThat(sink.frames.size() + back.frames.size()).isEqualTo(frames);
            assertThat(links[0].stats().credit()).isEqualTo(LARGE.windowMessages());
        });
    }

    @Test
    void shouldKeepToTheSmallerWindow() {
        simulate((simulation, log) -> {
            Link[] links = links(simulation, SMALL, LARGE, there);
            for (int round = 0; round < 100; round++) {
                send(links[0], 4);
                send(links[1], 4);
                simulation.runFor(Duration.ofMillis(1));
            }
            assertThat(links[1].stats().credit()).isLessThanOrEqualTo(SMALL.windowMessages());
            settle(simulation);
            assertThat(here.sizes).hasSize(400);
            assertThat(there.sizes).hasSize(400);
            assertThat(links[0].droppedFrames()).isZero();
        });
    }

    @Test
    void shouldCountAsLostWhatIsBeyondTheWindowOfTheReceiver() {
        simulate((simulation, log) -> {
            var slow = new Heard(true);
            Link[] links = links(simulation, LARGE, SMALL, slow);
            links[0].execute(() -> send(links[0], 17));
            simulation.runFor(Duration.ofSeconds(1));
            assertThat(here.lost).hasSize(17);
            send(links[0], 16);
            simulation.runFor(Duration.ofSeconds(1));
            assertThat(links[0].trySend(new byte[1], "too much")).isFalse();
            slow.held.forEach(Credit::giveBack);
            settle(simulation);
            assertThat(links[0].stats().credit()).isEqualTo(16);
            assertThat(links[1].droppedFrames()).isEqualTo(1);
            assertThat(log.messages("the link to first:1#1: a frame was dropped"))
                    .hasSize(1);
        });
    }

    @Test
    void shouldTrySeldomWhatTheEngineRefusesForLong() {
        simulate((simulation, log) -> {
            Link link = link(simulation, SMALL);
            sink.refuse(true);
            boolean ignored = link.control(text("control"));
            settle(simulation);
            assertThat(sink.refused).isBetween(500, 1000);
        });
    }

    @Test
    void shouldHandOutControlRecordsBehindTheMessagesBeforeThem() {
        simulate((simulation, log) -> {
            Link[] links = links(simulation, SMALL, SMALL, there);
            simulation.runFor(MOMENT);
            sink.refuse(true);
            send(links[0], 1);
            simulation.runFor(MOMENT);
            boolean first = links[0].controlAfterMessages(text("after"));
            boolean second = links[0].control(text("next"));
            assertThat(first && second).isTrue();
            simulation.runFor(MOMENT);
            sink.refuse(false);
            settle(simulation);
            assertThat(there.sizes).hasSize(1);
            assertThat(there.controls).containsExactly("after", "next");
        });
    }

    @Test
    void shouldRefuseControlRecordsThatAreTooMany() {
        simulate((simulation, log) -> {
            Link link = link(simulation, SMALL);
            link.execute(() -> {
                for (int i = 0; i < ControlEntry.MAX_RECORDS; i++) {
                    assertThat(link.control(new byte[1])).isTrue();
                }
                assertThatThrownBy(() -> {
                            boolean ignored = link.control(new byte[1]);
                        })
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessage(
                                "65536 control records of 65536 bytes aren't acknowledged, so that one of 1 bytes is"
                                        + " refused");
                assertThat(link.controlAlways(new byte[1])).isTrue();
                assertThat(link.controlAlwaysAfterMessages(new byte[1])).isTrue();
                assertThat(link.sendBack(new byte[ControlEntry.MAX_BYTES], () -> {}))
                        .isTrue();
            });
            simulation.runFor(MOMENT);
            link.end();
            settle(simulation);
        });
    }

    @Test
    void shouldGiveCreditBackWhenWhatWasSentBackHasCome() {
        simulate((simulation, log) -> {
            var slow = new Heard(true);
            Link[] links = links(simulation, SMALL, SMALL, slow);
            send(links[0], SMALL.windowMessages());
            simulation.runFor(MOMENT);
            back.refuse(true);
            slow.held.forEach(credit ->
                    assertThat(links[1].sendBack(text("back"), credit)).isTrue());
            simulation.runFor(Duration.ofSeconds(10));
            assertThat(links[0].stats().credit()).isZero();
            back.refuse(false);
            settle(simulation);
            assertThat(here.controls).hasSize(SMALL.windowMessages()).containsOnly("back");
            assertThat(links[0].stats().credit()).isEqualTo(SMALL.windowMessages());
        });
    }

    @Test
    void shouldGoOnWhenTheListenerFails() {
        var failing = new Heard(false) {
            @Override
            public void messageReceived(ByteBuffer message, Credit credit) {
                throw new IllegalArgumentException("a message");
            }

            @Override
            public void controlReceived(byte[] record) {
                throw new IllegalArgumentException("a record");
            }
        };
        simulate((simulation, log) -> {
            Link[] links = links(simulation, SMALL, SMALL, failing);
            boolean ignored = links[0].control(text("control"));
            send(links[0], 16);
            settle(simulation);
            assertThat(links[0].stats().acknowledged()).isEqualTo(16);
            assertThat(links[0].stats().credit()).isEqualTo(16);
            assertThat(links[1].stats().received()).isEqualTo(16);
            assertThat(log.messages("the link to first:1#1: the listener has failed at a message"))
                    .isNotEmpty();
            assertThat(log.messages("the link to first:1#1: the listener has failed at a control record"))
                    .hasSize(1);
        });
    }

    @Test
    void shouldLoseAllThatIsNotSettledAtTheEnd() {
        simulate((simulation, log) -> {
            Link link = link(simulation, SMALL);
            send(link, 2);
            simulation.runFor(MOMENT);
            link.execute(() -> {
                send(link, 2);
                link.end();
                link.end();
            });
            settle(simulation);
            assertThat(here.lost).containsExactly("0 NODE_GONE", "1 NODE_GONE", "0 NODE_GONE", "1 NODE_GONE");
            assertThat(link.trySend(new byte[1], "late")).isFalse();
            assertThat(link.control(new byte[1])).isFalse();
            assertThat(link.stats()).isEqualTo(new LinkStats(4, 0, 0, 0, 4, 0, Map.of()));
        });
    }

    @Test
    void shouldBeEndedThoughItsSchedulerIsClosed() {
        Scheduler scheduler = Scheduler.builder().workers(1).build();
        Link link = new Link(sink, FrameSink.SECOND, scheduler, SMALL, here);
        send(link, 3);
        scheduler.close();

        assertThat(link.trySend(new byte[1], "unlucky") && link.trySend(new byte[1], "late"))
                .as("sent after the close")
                .isFalse();
        link.received(new byte[0]);
        link.end();

        assertThat(here.lost).contains("0 NODE_GONE", "1 NODE_GONE", "2 NODE_GONE");
        assertThat(link.stats().inFlight()).isZero();
    }

    @Test
    void shouldDropFramesThatNoSenderMakes() {
        simulate((simulation, log) -> {
            Link link = link(simulation, SMALL);
            send(link, 3);
            simulation.runFor(MOMENT);
            link.received(new byte[0]);
            link.received(new byte[] {2, 1});
            link.received(new byte[] {1, 9});
            link.received(new Ack(4, 0, 0, 0, SMALL, new long[0]).toFrame());
            link.received(new Ack(3, 4, 0, 0, SMALL, new long[0]).toFrame());
            link.received(new Ack(3, 3, 25, 0, SMALL, new long[0]).toFrame());
            link.received(new Ack(3, 3, 24, 1, SMALL, new long[0]).toFrame());
            link.received(new Ack(3, 0, 0, 0, SMALL, new long[] {2, 4}).toFrame());
            simulation.runFor(MOMENT);
            assertThat(link.droppedFrames()).isEqualTo(8);
            link.received(new Ack(2, 1, 8, 0, SMALL, new long[] {1, 2}).toFrame());
            link.received(new Ack(3, 0, 8, 0, SMALL, new long[0]).toFrame());
            simulation.runFor(MOMENT);
            assertThat(link.droppedFrames()).isEqualTo(9);
            assertThat(link.stats()).isEqualTo(new LinkStats(3, 1, 1, 14, 1, 0, Map.of()));
            link.end();
            settle(simulation);
            assertThat(log.messages(
                            "the link to second:2#2: a frame was dropped, and more of them will only be counted"))
                    .hasSize(1);
        });
    }
}
