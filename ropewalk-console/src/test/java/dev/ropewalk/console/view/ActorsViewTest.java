package dev.ropewalk.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.actor.ActorSystemStats;
import dev.ropewalk.actor.StoppedActor;
import dev.ropewalk.console.web.Query;
import dev.ropewalk.observe.JvmSnapshot;
import java.net.URI;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ActorsViewTest {
    private static final long SECOND = 1_000_000_000;

    private final Map<String, ActorSnapshot> trees = new HashMap<>();
    private final Map<String, ActorSystemStats> systems = new HashMap<>();
    private final ActorsView view =
            new ActorsView(new Paced<>(() -> trees, SECOND, () -> 0), new Paced<>(this::looks, SECOND, () -> 0));

    private Looks looks() {
        var look = new Look(
                0,
                new JvmSnapshot(
                        Instant.EPOCH,
                        Map.of(),
                        systems,
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of(),
                        Map.of()));
        return new Looks(look, look);
    }

    @Test
    void shouldTellOfActorsThatHaveStoppedAfterAFailure() {
        trees.put("shop", new ActorSnapshot("/shop", ActorSnapshot.State.IDLE, 0, 0, 0, 0, 0, List.of()));
        systems.put(
                "shop",
                new ActorSystemStats(
                        0,
                        0,
                        0,
                        4,
                        3,
                        0,
                        0,
                        List.of(
                                new StoppedActor("/shop/clerk", "is stopped", "java.lang.Error: bad", 0, 2 * SECOND),
                                new StoppedActor("/shop/cashier", "is stopped", "java.lang.Error: bad", 3, SECOND))));
        JsonNode stopped = view.look(new Query(URI.create("/"))).get("stopped");
        assertThat(stopped)
                .extracting(actor -> actor.get("path").asText())
                .containsExactly("/shop/cashier", "/shop/clerk");
        assertThat(stopped.get(0))
                .hasToString(
                        "{\"path\":\"/shop/cashier\",\"reason\":\"is stopped\",\"failure\":\"java.lang.Error: bad\","
                                + "\"restarts\":3,\"agoNanos\":1000000000}");
    }

    @Test
    void shouldSayThatTheChosenActorIsGoneWithTheLastSystem() {
        assertThat(view.look(new Query(URI.create("/?one=/shop/cashier"))))
                .hasToString("{\"all\":0,\"found\":0,\"from\":0,\"actors\":[],\"stopped\":[],\"one\":null}");
        assertThat(view.look(new Query(URI.create("/"))))
                .hasToString("{\"all\":0,\"found\":0,\"from\":0,\"actors\":[],\"stopped\":[]}");
    }
}
