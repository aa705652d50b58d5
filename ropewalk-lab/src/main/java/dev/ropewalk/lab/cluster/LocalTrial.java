package dev.ropewalk.lab.cluster;

import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Messages to an entity of this process, as fast as one thread sends them. */
final class LocalTrial implements Trial {
    private static final int LONGEST_SECONDS = 60;

    private final Load load;
    private final Recipients recipients;
    /** Messages of a sender stay in order, so the last one has come when all have. */
    private volatile CountDownLatch allCame = new CountDownLatch(0);

    LocalTrial(Load load, Recipients.Opener opener) throws Exception {
        this.load = load;
        recipients = opener.open(this::arrived);
    }

    private void arrived(long number) {
        if (number == 0) {
            allCame.countDown();
        }
    }

    @Override
    public Outcome run(Pass pass) throws Exception {
        var end = new CountDownLatch(load.entities());
        allCame = end;
        long start = System.nanoTime();
        for (int left = load.amount() - 1; left >= 0; left--) {
            // The last message of each entity has number zero.
            recipients.tell(left % load.entities(), left / load.entities());
        }
        if (!end.await(LONGEST_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException(
                    end.getCount() + " entities haven't had all messages after " + LONGEST_SECONDS + " s");
        }
        double nanos = System.nanoTime() - start;
        return new Outcome(load.answer(), Map.of(Metrics.PER_MESSAGE.name(), nanos / load.amount()));
    }

    @Override
    public void close() {
        recipients.close();
    }
}
