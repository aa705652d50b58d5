package dev.ropewalk.limit.permit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.limit.waiter.ThreadWaiter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WaitLineTest {
    private final Partition partition = new Partition("", 1, 0, false);

    @Test
    void shouldServeTheOldestFirst() {
        var line = new WaitLine(false);
        List<Place> places = fill(line, 3);
        assertThat(List.of(line.poll(), line.poll(), line.poll())).isEqualTo(places);
        assertThat(line.size()).isZero();
    }

    @Test
    void shouldServeTheNewestFirst() {
        var line = new WaitLine(true);
        List<Place> places = fill(line, 3);
        assertThat(List.of(line.poll(), line.poll(), line.poll())).isEqualTo(places.reversed());
        assertThat(line.size()).isZero();
    }

    @Test
    void shouldCloseTheGapOfWhoeverLeaves() {
        for (int leaver = 0; leaver < 3; leaver++) {
            var line = new WaitLine(false);
            List<Place> places = fill(line, 3);
            Place gone = places.get(leaver);
            line.remove(gone);
            line.remove(gone);
            assertThat(line.size()).isEqualTo(2);
            assertThat(List.of(line.poll(), line.poll()))
                    .isEqualTo(places.stream().filter(place -> place != gone).toList());
            assertThat(gone.before).isNull();
            assertThat(gone.after).isNull();
        }
    }

    @Test
    void shouldBeOfUseAgainWhenItWasEmpty() {
        var line = new WaitLine(false);
        line.remove(fill(line, 1).get(0));
        List<Place> places = fill(line, 2);
        assertThat(line.poll()).isSameAs(places.get(0));
        assertThat(line.poll()).isSameAs(places.get(1));
    }

    private List<Place> fill(WaitLine line, int count) {
        List<Place> places = Stream.generate(() -> new Place(new ThreadWaiter<>("nothing"), partition))
                .limit(count)
                .toList();
        places.forEach(line::add);
        return places;
    }
}
