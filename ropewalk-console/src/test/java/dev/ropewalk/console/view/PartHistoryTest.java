package dev.ropewalk.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.console.web.Query;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PartHistoryTest {
    private final PartHistory history = new PartHistory();

    private String all() {
        return history.look(new Query(URI.create("/"))).toString();
    }

    @Test
    void shouldKeepWhatEachPartWasLike() {
        history.add(1000, Map.of("bank", new double[] {Double.NaN, 2}));
        history.add(2000, Map.of("bank", new double[] {4, 3}));

        assertThat(all()).isEqualTo("{\"parts\":{\"bank\":[[1000.0,null,2.0],[2000.0,4.0,3.0]]}}");
        assertThat(history.latest()).hasToString("{\"bank\":[2000.0,4.0,3.0]}");
    }

    @Test
    void shouldForgetAPartThatHasGone() {
        history.add(1000, Map.of("bank", new double[] {1}));
        history.add(2000, Map.of("fleet", new double[] {2}));

        assertThat(history.latest()).hasToString("{\"fleet\":[2000.0,2.0]}");
    }

    @Test
    void shouldKeepFiveMinutesOfAFewParts() {
        Map<String, double[]> many = new LinkedHashMap<>();
        for (int i = 0; i < 60; i++) {
            many.put("part " + i, new double[] {i});
        }
        for (int second = 0; second < 400; second++) {
            history.add(1000L * second, many);
        }

        assertThat(history.latest().size()).isEqualTo(50);
        assertThat(history.look(new Query(URI.create("/"))).get("parts").get("part 0"))
                .hasSize(301);
        assertThat(all()).contains("\"part 0\":[[99000.0,0.0],").doesNotContain("part 50");
    }
}
