package dev.ropewalk.lab.flow;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;

/**
 * The JDK: a publisher for each boundary, and a subscriber that calls the operator and gives its result to the next publisher. They
 * wait where there is no room, and so run on virtual threads: in a pool of a few threads, even a ForkJoinPool, eight in a row come to
 * a stop.
 */
final class JdkFlows implements Library {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private SubmissionPublisher<Integer> publisher() {
        return new SubmissionPublisher<>(threads, Flow.defaultBufferSize());
    }

    @Override
    public long run(Program program, int elements) throws InterruptedException {
        Sum sum = new Sum();
        SubmissionPublisher<Integer> first = publisher();
        SubmissionPublisher<Integer> last = first;
        for (int i = 1; i < program.boundaries(); i++) {
            SubmissionPublisher<Integer> next = publisher();
            last.subscribe(new Relay(next));
            last = next;
        }
        last.subscribe(new End(sum));
        threads.execute(() -> {
            for (int i = 0; i < elements; i++) {
                int ignored = first.submit(i);
            }
            first.close();
        });
        return sum.await();
    }

    @Override
    public void close() {
        threads.shutdown();
    }

    /** Passes on what an operator makes. */
    private record Relay(SubmissionPublisher<Integer> next) implements Flow.Subscriber<Integer> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Integer number) {
            int ignored = next.submit(Steps.plusOne(number));
        }

        @Override
        public void onError(Throwable cause) {
            next.closeExceptionally(cause);
        }

        @Override
        public void onComplete() {
            next.close();
        }
    }

    /** Adds what an operator makes. */
    private record End(Sum sum) implements Flow.Subscriber<Integer> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Integer number) {
            sum.add(Steps.plusOne(number));
        }

        @Override
        public void onError(Throwable cause) {
            sum.fail(cause);
        }

        @Override
        public void onComplete() {
            sum.complete();
        }
    }
}
