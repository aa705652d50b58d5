package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.Select;
import dev.ropewalk.scheduler.Scheduler;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The Java of the page about moving from the channels of Kotlin. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MigrateFromKotlinChannelsExamplesTest {
    private final Scheduler scheduler = Scheduler.create();

    @AfterAll
    void close() {
        scheduler.close();
    }

    @Test
    void shouldSendAndReceive() throws Exception {
        List<String> printed = new ArrayList<>();
        // @start region="java" :
        try (ProcessScope scope = ProcessScope.open(scheduler)) {
            Channel<String> orders = scope.<String>channel().buffered(16);
            scope.spawn("orders", () -> {
                orders.send("rope");
                orders.send("twine");
                orders.close();
            });
            for (String order : orders) {
                printed.add(order);
            }
            scope.join();
        }
        // @end
        assertThat(printed).containsExactly("rope", "twine");
    }

    @Test
    void shouldSelect() throws Exception {
        Channel<String> orders = Channel.buffered(16);
        Channel<String> returns = Channel.buffered(16);
        returns.send("cord");
        // @start region="select" :
        Select<String> select = Select.<String>inOrder() // as Kotlin's select; selectUnbiased is random()
                .receive(orders, order -> "order " + order)
                .receive(returns, order -> "return " + order)
                .build();
        String next = select.select();
        // @end
        assertThat(next).isEqualTo("return cord");
    }
}
