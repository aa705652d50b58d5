package dev.ropewalk.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.Fault;
import dev.ropewalk.sim.engine.StepLog;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Equal steps in a row, as text and in the picture. */
class StepGroupTest {
    private final Trace trace = new Trace();

    StepGroupTest() {
        trace.nameParty(0, "#0 main");
        trace.nameParty(1, "#1 other");
        trace.nameResource(0, 7, "box");
    }

    private void add(int times, int party, StepKind kind, int resource) {
        for (int i = 0; i < times; i++) {
            trace.add(party, kind, resource, trace.steps().size() * 1_000L);
        }
    }

    private record Deposit(long amount) {}

    @Test
    void shouldNameTheClassesOfMessages() {
        trace.nameMessage(new Deposit(10));
        add(1, 1, StepKind.MESSAGE, 7);
        trace.nameMessage("text");
        add(1, 1, StepKind.MESSAGE, 7);
        trace.nameMessage(new Deposit(20));
        add(1, 1, StepKind.MESSAGE, 7);
        add(1, 0, StepKind.MESSAGE, 7);
        assertThat(StepGroup.of(trace.steps(), 0, trace.steps().size()))
                .extracting(group -> group.text(trace))
                .containsExactly("3x message Deposit, String", "message box");
    }

    @Test
    void shouldShowEqualStepsOfOnePartyAsOneWithTheirNumber() {
        add(1, 0, StepKind.SEND, 7);
        add(37, 0, StepKind.SPIN, 7);
        add(2, 1, StepKind.SPIN, 7);
        add(1, 0, StepKind.SPIN, 7);
        add(1, 0, StepKind.SPIN, 8);
        add(1, 0, StepKind.ACCESS, 8);
        assertThat(StepGroup.of(trace.steps(), 0, trace.steps().size()))
                .extracting(StepGroup::first, StepGroup::count, group -> group.text(trace))
                .containsExactly(
                        tuple(0, 1, "send box"),
                        tuple(1, 37, "37x spin box"),
                        tuple(38, 2, "2x spin box"),
                        tuple(40, 1, "spin box"),
                        tuple(41, 1, "spin"),
                        tuple(42, 1, "access"));
        List<String> lines = Columns.lines(trace);
        assertThat(lines).hasSize(7);
        assertThat(lines.get(2)).matches("1 +37x spin box");
        assertThat(lines.get(3))
                .matches("38 +2x spin box")
                .hasSizeGreaterThan(lines.get(2).length());
    }

    @Test
    void shouldShowAFaultBetweenTheStepsInItsPartysColumn() {
        add(2, 1, StepKind.SPIN, 7);
        trace.addFault(1, Fault.ACTOR_FAILURE, "/bank/ann", 2_000);
        add(2, 1, StepKind.SPIN, 7);
        trace.addFault(0, Fault.SPURIOUS_WAKE_UP, "#0 main", 4_000);
        trace.addFault(StepLog.NO_PARTY, Fault.CLOCK_JUMP, "the clock", 5_000);
        List<String> lines = Columns.lines(trace);
        assertThat(lines).hasSize(6);
        int first = lines.getFirst().indexOf("#0 main");
        int second = lines.getFirst().indexOf("#1 other");
        assertThat(lines.get(1).substring(second)).isEqualTo("2x spin box");
        assertThat(lines.get(2).substring(second)).isEqualTo("fault: actor failure at /bank/ann");
        assertThat(lines.get(3).substring(second)).isEqualTo("2x spin box");
        assertThat(lines.get(4)).startsWith("4 ");
        assertThat(lines.get(4).substring(first)).isEqualTo("fault: spurious wake up");
        assertThat(lines.get(5).substring(first)).isEqualTo("fault: clock jump at the clock");
    }

    @Test
    void shouldLeaveOutTheFirstOfManyLinesAndSayHowManyStepsTheyAre() {
        add(1_000, 0, StepKind.SPIN, 7);
        for (int i = 0; i < 200; i++) {
            add(1, i % 2, StepKind.ACCESS, 7);
        }
        assertThat(Columns.lines(trace)).hasSize(202).startsWith("(1000 steps before these)");
    }

    @Test
    void shouldLeadAnArrowToTheRowInWhichItsStepIs() {
        add(2, 0, StepKind.SEND, 7);
        add(3, 1, StepKind.SPIN, 8);
        add(2, 1, StepKind.RECEIVE, 7);
        String page = SequencePicture.page(trace, new PictureTitle("t", "s", "1", "r", "f"));
        assertThat(page).contains(">2x send box<", ">3x spin<", ">2x receive box<", "7 steps");
        assertThat(page.lines().filter(line -> line.contains("class=\"cause\"")))
                .hasSize(2)
                .allMatch(line -> line.contains("y1=\"19\"") && line.contains("y2=\"79\""));
    }
}
