package dev.ropewalk.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.driver.TinyExperiment;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.result.Occasion;
import dev.ropewalk.lab.result.Session;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlannerTest {
    private final Planner planner = new Planner(new Choosy());

    @Test
    void shouldTakeThoseThatTheExperimentHasForTheSize() {
        assertThat(contenders(Size.QUICK, List.of())).containsExactly("ropewalk", "rival");
        assertThat(contenders(Size.FULL, List.of())).contains("liar").hasSizeGreaterThan(2);
    }

    @Test
    void shouldTakeThoseOfTheTour() {
        assertThat(contenders(Size.TOUR, List.of())).containsExactly("ropewalk", "rival");
    }

    @Test
    void shouldTakeThoseThatAreNamedAtAnySize() {
        assertThat(contenders(Size.QUICK, List.of("liar"))).containsExactly("liar");
    }

    private List<String> contenders(Size size, List<String> named) {
        var part = new Session.Part("tiny", named, List.of());
        var session = new Session(Occasion.unknown(), size.label(), 1, 60, List.of(part));
        return planner.plan(session, part).contenders().stream()
                .map(Contender::name)
                .toList();
    }

    /** An experiment with two contenders that take part at any size, and more at full. */
    private static final class Choosy extends TinyExperiment {
        @Override
        public List<Contender> contenders(Size size) {
            return size == Size.FULL ? contenders() : contenders().subList(0, 2);
        }
    }
}
