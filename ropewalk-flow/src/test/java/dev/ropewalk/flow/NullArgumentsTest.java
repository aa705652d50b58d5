package dev.ropewalk.flow;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.NullArguments;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every public method says which of its arguments is null. */
@Timeout(60)
class NullArgumentsTest {
    @AutoClose
    private final Scheduler scheduler = Scheduler.create();

    private final NullArguments nulls = new NullArguments()
            .sample(Scheduler.class, scheduler)
            .sample(Source.class, Source.range(0, 1))
            .sample(Collector.class, Collectors.toList());

    @Test
    void shouldBeNamedByFactories() throws Exception {
        nulls.statics(Source.class).assertAllNamed();
    }

    @Test
    void shouldBeNamedByOperators() throws Exception {
        nulls.on(Source.class, Source.range(0, 1)).assertAllNamed();
    }
}
