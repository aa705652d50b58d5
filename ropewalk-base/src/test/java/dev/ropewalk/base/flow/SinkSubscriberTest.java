package dev.ropewalk.base.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Upstream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.Test;

/** What a subscriber requests, and how it ends. */
class SinkSubscriberTest {
    private final List<String> events = new ArrayList<>();
    private final Upstream upstream = new Upstream();
    private final Sink sink = new Sink();

    private int room = 8;
    private boolean isBroken;
    private String broken = "";

    private void breakIn(String method) {
        events.add(method);
        if (method.equals(broken)) {
            throw new IllegalStateException(method + " broke");
        }
    }

    @Test
    void shouldRequestAgainWhenHalfHasArrived() {
        sink.onSubscribe(upstream);
        for (int i = 0; i < 3; i++) {
            sink.onNext(i);
            sink.settle();
        }
        assertThat(upstream.requested()).isEqualTo(8);
        sink.onNext(3);

        assertThat(upstream.requested()).isEqualTo(12);
    }

    @Test
    void shouldRequestOneWithoutRoomAndNoneWhileThatWaits() {
        room = 0;
        sink.onSubscribe(upstream);
        assertThat(upstream.requested()).isEqualTo(1);
        sink.onNext(0);
        assertThat(upstream.requested()).isEqualTo(1);
        sink.settle();
        sink.signal();

        assertThat(upstream.requested()).isEqualTo(2);
    }

    @Test
    void shouldRefuseWhatComesAfterItHasLeft() {
        sink.onSubscribe(upstream);
        sink.leave();
        sink.leave();
        sink.onNext(1);
        sink.onComplete();
        sink.onError(new IllegalStateException("late"));

        assertThat(upstream.cancels()).isEqualTo(1);
        assertThat(events).containsExactly("opened", "closed", "refused 1");
    }

    @Test
    void shouldEndOnce() {
        sink.onSubscribe(upstream);
        sink.onError(new IllegalStateException("first"));
        sink.onError(new IllegalStateException("second"));
        sink.onComplete();

        assertThat(upstream.cancels()).isZero();
        assertThat(events).containsExactly("opened", "failed: first", "closed");
    }

    @Test
    void shouldFailWhenAnElementCannotBeAccepted() {
        isBroken = true;
        sink.onSubscribe(upstream);
        sink.onNext(1);

        assertThat(upstream.cancels()).isEqualTo(1);
        assertThat(events).containsExactly("opened", "failed: the sink broke", "refused 1", "closed");
    }

    @Test
    void shouldFailWhenNobodyHasRequestedAnElement() {
        sink.onNext(1);

        assertThat(events).containsExactly("failed: element 1 came, but only 0 were requested (rule 1.1)", "refused 1");
    }

    @Test
    void shouldFailWhenThePublisherThrows() {
        sink.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long elements) {
                throw new IllegalStateException("the publisher broke");
            }

            @Override
            public void cancel() {
                events.add("cancelled");
            }
        });

        assertThat(events)
                .containsExactly(
                        "opened",
                        "a publisher has failed in what its subscriber calls: the publisher broke",
                        "failed: the publisher broke",
                        "closed",
                        "cancelled");
    }

    @Test
    void shouldCancelThePublisherWhenTheSinkCannotBeOpened() {
        broken = "opened";
        sink.onSubscribe(upstream);

        assertThat(upstream.requested()).isZero();
        assertThat(upstream.cancels()).isEqualTo(1);
        assertThat(events).containsExactly("opened", "failed: opened broke", "closed");
    }

    @Test
    void shouldCancelThePublisherWhenTheSinkCannotBeClosed() {
        broken = "closed";
        sink.onSubscribe(upstream);
        sink.leave();

        assertThat(upstream.cancels()).isEqualTo(1);
        assertThat(events)
                .containsExactly(
                        "opened", "closed", "a publisher has failed in what its subscriber calls: closed broke");
    }

    /** A sink that notes what it is told. */
    private final class Sink extends SinkSubscriber<Integer> {
        Sink() {
            super(8);
        }

        @Override
        protected void opened() {
            breakIn("opened");
        }

        @Override
        protected int room() {
            return room;
        }

        @Override
        protected void accept(Integer element) {
            if (isBroken) {
                throw new IllegalStateException("the sink broke");
            }
        }

        @Override
        protected void refuse(Integer element) {
            events.add("refused " + element);
        }

        @Override
        protected void completed() {
            events.add("completed");
        }

        @Override
        protected void failed(Throwable cause) {
            events.add("failed: " + cause.getMessage());
        }

        @Override
        protected void closed() {
            breakIn("closed");
        }

        @Override
        protected void report(String what, Throwable thrown) {
            events.add(what + ": " + thrown.getMessage());
        }

        @Override
        protected void submit(Runnable run) {
            run.run();
        }
    }
}
