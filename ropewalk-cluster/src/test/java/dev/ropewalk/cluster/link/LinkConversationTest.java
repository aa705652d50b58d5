package dev.ropewalk.cluster.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.LinkOptions;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Two ends of a link whose schedulers run nothing unless the test says so: what is done at once is done by the thread that brings it. */
class LinkConversationTest {
    private final HandScheduler schedulerHere = new HandScheduler();
    private final HandScheduler schedulerThere = new HandScheduler();
    private final FrameSink sent = new FrameSink();
    private final FrameSink answered = new FrameSink();
    private final Heard heardHere = new Heard(false);
    private final Heard heardThere = new Heard(false);
    private final Link here =
            new Link(sent, FrameSink.SECOND, schedulerHere.scheduler(), LinkOptions.defaults(), heardHere);
    private final Link there =
            new Link(answered, FrameSink.FIRST, schedulerThere.scheduler(), LinkOptions.defaults(), heardThere);

    LinkConversationTest() {
        sent.handTo(there::received);
        answered.handTo(here::received);
    }

    private static void say(Link link, int bytes) {
        assertThat(link.trySend(new byte[bytes], bytes)).isTrue();
    }

    private void converse() {
        say(here, 1);
        runAll();
        say(there, 2);
        runAll();
        assertThat(heardThere.sizes).containsExactly(1);
        assertThat(heardHere.sizes).containsExactly(2);
    }

    /** Runs what both have to do, until they have told each other their windows, and nothing is left. */
    private void runAll() {
        for (int i = 0; i < 4; i++) {
            schedulerThere.run();
            schedulerHere.run();
        }
    }

    @Test
    void shouldSendTheFirstMessageAtOnce() {
        say(here, 1);
        assertThat(sent.count(LinkFrames.MESSAGES)).isEqualTo(1);
        assertThat(heardThere.sizes).as("nobody there waits for it").isEmpty();
        schedulerThere.run();
        assertThat(heardThere.sizes).containsExactly(1);
    }

    @Test
    void shouldSendAndReadEachMessageOfAConversationAtOnce() {
        converse();
        for (int i = 3; i < 40; i += 2) {
            say(here, i);
            assertThat(heardThere.sizes).last().isEqualTo(i);
            say(there, i + 1);
            assertThat(heardHere.sizes).last().isEqualTo(i + 1);
        }
    }

    @Test
    void shouldSendTogetherWhatIsNotAnswered() {
        converse();
        long frames = sent.count(LinkFrames.MESSAGES);
        for (int i = 0; i < 100; i++) {
            say(here, 1);
        }
        assertThat(sent.count(LinkFrames.MESSAGES)).isEqualTo(frames + 1);
        schedulerHere.run();
        assertThat(sent.count(LinkFrames.MESSAGES)).isEqualTo(frames + 2);
        schedulerThere.run();
        assertThat(heardThere.sizes).hasSize(101);
    }

    @Test
    void shouldLeaveLargeFramesToTheStrand() {
        converse();
        say(here, 5000);
        assertThat(sent.frames.getLast()).hasSizeGreaterThan(5000);
        assertThat(heardThere.sizes).hasSize(1);
        schedulerThere.run();
        assertThat(heardThere.sizes).containsExactly(1, 5000);
    }

    @Test
    void shouldKeepFramesBehindThoseThatWait() {
        say(here, 1);
        say(there, 2); // the frame that has come isn't read yet
        say(here, 3);
        runAll();
        assertThat(heardThere.sizes).containsExactly(1, 3);
        assertThat(heardHere.sizes).containsExactly(2);
        assertThat(here.stats().lost() + there.stats().lost()).isZero();
    }

    @Test
    void shouldHaveTheStrandSendWhatTheListenerAnswers() {
        Link[] echo = new Link[1];
        var answering = new Heard(false) {
            @Override
            public void messageReceived(ByteBuffer message, Credit credit) {
                super.messageReceived(message, credit);
                say(echo[0], message.remaining() + 1);
            }
        };
        echo[0] = new Link(answered, FrameSink.FIRST, schedulerThere.scheduler(), LinkOptions.defaults(), answering);
        sent.handTo(echo[0]::received);
        say(here, 1);
        runAll();
        say(here, 10); // is read at once, by this thread, which has the turn there while it is answered
        assertThat(answering.sizes).containsExactly(1, 10);
        assertThat(heardHere.sizes).containsExactly(2);
        runAll();
        assertThat(heardHere.sizes).containsExactly(2, 11);
    }

    @Test
    void shouldSendWithTheNextMessageWhatThereWasNoMemoryToSend() {
        say(here, 1);
        schedulerHere.lackMemory(true);
        say(here, 2);
        schedulerHere.lackMemory(false);
        schedulerHere.run();
        assertThat(sent.count(LinkFrames.MESSAGES)).isEqualTo(1);
        say(here, 3);
        runAll();
        assertThat(heardThere.sizes).containsExactly(1, 2, 3);
    }
}
