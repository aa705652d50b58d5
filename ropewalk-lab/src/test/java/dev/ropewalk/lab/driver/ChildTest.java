package dev.ropewalk.lab.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Params;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ChildTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Params CELL = Params.none().with("n", 1).with("mode", "fast");

    @Test
    void shouldEndWhenItsDriverIsGone() throws Exception {
        Process process = new ProcessBuilder(ChildJvm.command(TinyExperiment.class, contender("ropewalk"))).start();

        process.getOutputStream().close();

        assertThat(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                .as("the child has ended after its standard input has")
                .isTrue();
    }

    @Test
    void shouldEndInTheMiddleOfAnIterationWhenItsDriverIsGone() throws Exception {
        Process process = new ProcessBuilder(ChildJvm.command(TinyExperiment.class, contender("sleeper"))).start();
        try (var requests = process.outputWriter()) {
            requests.write(Wire.toLine(Request.prepare(CELL.with("n", TinyExperiment.BAD_CELL), 1)) + "\n");
            requests.write(Wire.toLine(Request.run("first")) + "\n");
        }

        assertThat(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS))
                .as("the child has ended although its contender sleeps")
                .isTrue();
    }

    @Test
    void shouldAnswerEachRequestWhateverItsContenderPrints() throws Exception {
        try (Child child = Child.start("test", ChildJvm.command(TinyExperiment.class, contender("rival")))) {
            child.ask(Request.prepare(CELL.with("n", TinyExperiment.BAD_CELL), 1), TIMEOUT);
            Reply reply = child.ask(Request.run("first"), TIMEOUT);

            assertThat(reply.answer()).isEqualTo("n=2 mode=fast seed=1 iteration=0");
            assertThat(reply.values()).containsKeys("time", "cpu", "count");
        }
    }

    @Test
    void shouldRefuseToRunBeforeACellIsPrepared() throws Exception {
        try (Child child = Child.start("test", ChildJvm.command(TinyExperiment.class, contender("rival")))) {
            assertThatThrownBy(() -> child.ask(Request.run("first"), TIMEOUT))
                    .isInstanceOf(ChildFailure.class)
                    .hasMessageContaining("asked to run before a cell was prepared");
        }
    }

    private static Contender contender(String name) {
        return new TinyExperiment()
                .contenders().stream()
                        .filter(contender -> contender.name().equals(name))
                        .findFirst()
                        .orElseThrow();
    }
}
