package dev.ropewalk.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.driver.TinyExperiment;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Size;
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
    void shouldTakeThoseThatAreNamedAtAnySize() {
        assertThat(contenders(Size.QUICK, List.of("liar"))).containsExactly("liar");
    }

    private List<String> contenders(Size size, List<String> named) {
        var options = new RunOptions();
        options.size = size;
        return planner.plan(options, named, List.of()).contenders().stream()
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
