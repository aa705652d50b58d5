package dev.ropewalk.channel;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.NullArguments;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Every public method says which of its arguments is null. */
@Timeout(60)
class NullArgumentsTest {
    @AutoClose
    private final Scheduler scheduler = Scheduler.create();

    @AutoClose
    private final ProcessScope scope = ProcessScope.open(scheduler);

    private final NullArguments nulls = new NullArguments()
            .sample(Scheduler.class, scheduler)
            .sample(ProcessScope.class, scope)
            .sample(Collection.class, new ArrayList<>())
            .sample(Channel.class, Channel.rendezvous())
            .sample(Sender.class, Channel.rendezvous())
            .sample(Receiver.class, Channel.rendezvous());

    @Test
    void shouldBeNamedByFactoriesAndRecords() throws Exception {
        nulls.statics(Channel.class).assertAllNamed();
    }

    @Test
    void shouldBeNamedByChannels() throws Exception {
        nulls.on(Channel.class, Channel.rendezvous(), Channel.buffered(1), Channel.unlimited())
                .on(Channel.class, Channel.dropOldest(1), Channel.dropNewest(1), Channel.conflated())
                .on(ChannelBuilder.class, Channel.builder())
                .assertAllNamed();
    }

    @Test
    void shouldBeNamedByScopes() throws Exception {
        nulls.on(ProcessScope.class, scope)
                .on(ProcessScopeBuilder.class, ProcessScope.builder(scheduler))
                .on(Broadcast.class, Channels.broadcast(scope, Channel.<String>rendezvous()))
                .assertAllNamed();
    }

    @Test
    void shouldBeNamedBySelect() throws Exception {
        try (Ticker ticker = Ticker.every(scheduler, Duration.ofHours(1))) {
            nulls.on(SelectBuilder.class, Select.<String>fair())
                    .on(
                            Select.class,
                            Select.<String>fair()
                                    .receive(ticker.receiver(), tick -> "tick")
                                    .build())
                    .assertAllNamed();
        }
    }
}
