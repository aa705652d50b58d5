package dev.ropewalk.testing;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.TestEnvironment;

/**
 * An environment of the TCK whose tests don't depend on how soon another thread runs. The TCK's own subscriber looks for a failure once, after a
 * pause, whatever timeout it is given; here it looks when the failure has come.
 */
final class PatientEnvironment extends TestEnvironment {
    /** How long a signal may take, on a machine that does other things. No test waits so long for what must come. */
    private static final long PATIENCE_MILLIS = 60_000;

    /** How long the absence of signals is watched. */
    private static final long ABSENCE_MILLIS = 25;

    PatientEnvironment() {
        super(PATIENCE_MILLIS, ABSENCE_MILLIS, ABSENCE_MILLIS);
    }

    @Override
    public <T> ManualSubscriber<T> newManualSubscriber(Publisher<T> publisher, long timeoutMillis)
            throws InterruptedException {
        PatientSubscriber<T> subscriber = new PatientSubscriber<>(this);
        subscribe(publisher, subscriber, timeoutMillis);
        return subscriber;
    }

    private static final class PatientSubscriber<T> extends ManualSubscriberWithSubscriptionSupport<T> {
        private final CountDownLatch failed = new CountDownLatch(1);

        PatientSubscriber(TestEnvironment environment) {
            super(environment);
        }

        @Override
        public void onError(Throwable cause) {
            super.onError(cause);
            failed.countDown();
        }

        @Override
        public <E extends Throwable> E expectError(
                Class<E> expected, long timeoutMillis, long pauseMillis, String otherwise) throws Exception {
            if (!failed.await(timeoutMillis, TimeUnit.MILLISECONDS)) {
                throw new AssertionError(otherwise);
            }
            return super.expectError(expected, timeoutMillis, pauseMillis, otherwise);
        }
    }
}
