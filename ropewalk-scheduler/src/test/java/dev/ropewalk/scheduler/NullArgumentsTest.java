package dev.ropewalk.scheduler;

import dev.ropewalk.base.TimeHistogram;
import dev.ropewalk.testing.NullArguments;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every public method says which of its arguments is null. */
@Timeout(60)
class NullArgumentsTest {
    @AutoClose
    private final Scheduler scheduler = Scheduler.create();

    private final NullArguments nulls = new NullArguments()
            .sample(Strand.class, scheduler.newStrand())
            .sample(TimeHistogram.class, new TimeHistogram())
            .sample(Thread.class, Thread.currentThread());

    @Test
    void shouldBeNamedByFactoriesAndRecords() throws Exception {
        nulls.statics(Scheduler.class).assertAllNamed();
    }

    @Test
    void shouldBeNamedBySchedulers() throws Exception {
        nulls.on(Scheduler.class, scheduler)
                .on(Strand.class, scheduler.newStrand())
                .on(MessageStrand.class, scheduler.newMessageStrand(Placement.SOFT, message -> {}))
                .on(SchedulerBuilder.class, Scheduler.builder())
                .assertAllNamed();
    }

    @Test
    void shouldBeNamedByShutdowns() throws Exception {
        CoordinatedShutdownBuilder builder =
                CoordinatedShutdown.builder("shutdown").phase("phase", Duration.ofSeconds(1), ShutdownOrder.PARALLEL);
        nulls.on(CoordinatedShutdownBuilder.class, builder)
                .on(CoordinatedShutdown.class, builder.build())
                .assertAllNamed();
    }
}
