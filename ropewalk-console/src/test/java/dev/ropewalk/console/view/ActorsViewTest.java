package dev.ropewalk.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.console.web.Query;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ActorsViewTest {
    private final ActorsView view = new ActorsView(new Paced<>(Map::of, 1_000_000_000, () -> 0));

    @Test
    void shouldSayThatTheChosenActorIsGoneWithTheLastSystem() {
        assertThat(view.look(new Query(URI.create("/?one=/shop/cashier"))))
                .hasToString("{\"all\":0,\"found\":0,\"from\":0,\"actors\":[],\"one\":null}");
        assertThat(view.look(new Query(URI.create("/"))))
                .hasToString("{\"all\":0,\"found\":0,\"from\":0,\"actors\":[]}");
    }
}
