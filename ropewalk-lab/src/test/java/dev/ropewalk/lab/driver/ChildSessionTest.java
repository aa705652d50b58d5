package dev.ropewalk.lab.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Trial;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChildSessionTest {
    private static final double PEAK_OF_ANOTHER_PROCESS = 0.25;

    @Test
    void shouldLeaveThePeakOfAProcessThatAContenderStarted() {
        var session = new ChildSession(new Foreign(), "foreign");
        session.handle(Request.prepare(Params.none(), 1));

        Reply reply = session.handle(Request.run("first"));

        assertThat(reply.values()).containsEntry(Metric.PEAK_MEMORY.name(), PEAK_OF_ANOTHER_PROCESS);
    }

    /** An experiment with a contender that works in a process of its own. */
    public static final class Foreign extends TinyExperiment {
        @Override
        public List<Contender> contenders() {
            return List.of(Contender.of("foreign", "Works elsewhere.", cell -> new ForeignTrial()));
        }
    }

    private static final class ForeignTrial implements Trial {
        @Override
        public Outcome run(Pass pass) {
            return new Outcome("done", Map.of(Metric.PEAK_MEMORY.name(), PEAK_OF_ANOTHER_PROCESS));
        }

        @Override
        public void close() {}
    }
}
