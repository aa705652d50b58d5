package dev.ropewalk.lab.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ExecutionTest {
    private static final BusyWork BUSY_WORK = BusyWork.calibrated();

    private final ActionGraph pair = new ActionGraph(
            List.of(new BuildAction(0, List.of(), true, 1000, 3), new BuildAction(1, List.of(0), false, 1000, 5)));

    @Test
    void shouldBeRightWhenAllIsDoneInOrder() {
        Execution execution = execution(5);
        execution.perform(pair.action(0));
        execution.perform(pair.action(1));

        assertThat(execution.answer()).isEqualTo(Execution.rightAnswer(2));
    }

    @Test
    void shouldCountWhatIsDone() {
        Execution execution = execution(5);
        execution.perform(pair.action(0));

        assertThat(execution.answer()).isEqualTo(Execution.rightAnswer(1));
    }

    @Test
    void shouldNoticeAnActionThatRunsTooEarly() {
        Execution execution = execution(5);
        execution.perform(pair.action(1));

        assertThat(execution.answer()).isEqualTo("action 1 ran before 0, which it needs");
    }

    @Test
    void shouldNoticeAnActionThatRunsTwice() {
        Execution execution = execution(5);
        execution.perform(pair.action(0));
        execution.perform(pair.action(0));

        assertThat(execution.answer()).isEqualTo("action 0 ran more than once");
    }

    @Test
    void shouldNoticeWhenMoreIsUsedThanThereIs() {
        Execution execution = execution(4);
        execution.perform(pair.action(0));
        execution.perform(pair.action(1));

        assertThat(execution.answer()).isEqualTo("5 of memory in use");
    }

    private Execution execution(int mebibytes) {
        return new Execution(pair, new Capacities(mebibytes, 1, 1), BUSY_WORK);
    }
}
