package dev.ropewalk.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Entities that can hand their state over. */
class UnusedHandOverTest extends ClusterTests {
    private static final Duration LONG = Duration.ofSeconds(30);

    /** Asks how much it has. */
    private record Balance(ActorRef<String> replyTo) {}

    /** Has a state. */
    private static final class Account implements Actor<Balance>, HandsOver<String> {
        @Override
        public void receive(Balance question) {
            question.replyTo().tell("17");
        }

        @Override
        public String handOver() {
            return "17";
        }
    }

    private void ask(String type, EntityOptions<Object> options) throws Exception {
        EntityType<String, Balance> accounts = EntityType.of(type, String.class, Balance.class);
        var ignored = cluster.host(accounts, options, entity -> new Account());
        for (String key : new String[] {"anna", "bert"}) {
            assertThat(get(cluster.entity(accounts, key).ask(Balance::new, LONG)))
                    .isEqualTo("17");
        }
    }

    @Test
    void shouldWarnOnceOfStatesThatStay() throws Exception {
        ask("account", EntityOptions.defaults());
        assertThat(log.messages("EntityOptions.handOver isn't set"))
                .singleElement()
                .asString()
                .startsWith("/shop/account: its entities can hand their state over");
    }

    @Test
    void shouldNotWarnOfStatesThatGoAlong() throws Exception {
        ask("account", EntityOptions.defaults().handOver(String.class));
        assertThat(log.messages("handOver")).isEmpty();
    }
}
