package dev.ropewalk.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.Fault;
import dev.ropewalk.sim.engine.StepLog;
import java.io.StringReader;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

/** The page that shows a run. */
class SequencePictureTest {
    private static final PictureTitle TITLE =
            new PictureTitle("Bank<Test>", "pct:3", "00ff", "r1", "\"a\" & 'b' < 1\n  second line");

    private final Trace trace = new Trace();

    private void name(int... parties) {
        for (int party : parties) {
            trace.nameParty(party, "#" + party + " p<" + party + ">");
        }
    }

    private String page() {
        return SequencePicture.page(trace, TITLE);
    }

    private static int count(String page, String part) {
        return page.split(Pattern.quote(part), -1).length - 1;
    }

    @Test
    void shouldShowWhatIsSentAndWhereTheTurnChanges() {
        name(0, 1);
        trace.nameResource(0, 7, "box & co");
        trace.add(0, StepKind.SEND, 7, 0);
        trace.add(0, StepKind.SEND, 8, 0);
        trace.add(1, StepKind.RECEIVE, 7, 1_500);
        trace.add(0, StepKind.RECEIVE, 8, 2_000_000_000L);
        String page = page();
        assertThat(count(page, "<line class=\"cause\"")).isOne();
        assertThat(count(page, "<line class=\"turn\"")).isEqualTo(2);
        assertThat(count(page, "<line class=\"life\"")).isEqualTo(2);
        assertThat(count(page, "<rect ")).isEqualTo(4);
        assertThat(page)
                .contains(">send box &amp; co<", ">1.5 us<", ">2.000 s<", "4 steps", "changes 2 times")
                .doesNotContain("box & co");
    }

    @Test
    void shouldShowEachFaultInARowOfItsOwn() {
        name(0, 1);
        trace.add(0, StepKind.SUBMIT, 5, 0);
        trace.addFault(0, Fault.REJECTION, "pool <mail>, which has a long name", 0);
        trace.add(1, StepKind.TASK, 5, 0);
        trace.addFault(1, Fault.STALL, "#1 p<1>", 0);
        trace.addFault(StepLog.NO_PARTY, Fault.CLOCK_JUMP, "the clock", 7_000);
        String page = page();
        assertThat(page)
                .contains(
                        "2 steps, the turn changes 1 times, 3 faults",
                        ">fault: rejection at pool &lt;mail&gt;, which has a long name<",
                        ">fault: stall<",
                        ">fault: clock jump at the clock<");
        assertThat(count(page, "<rect class=\"fault\"")).isEqualTo(3);
        assertThat(count(page, "<rect class=\"message last\"")).isOne();
        assertThat(page.lines().filter(line -> line.contains("class=\"cause\"")))
                .singleElement()
                .asString()
                .contains("y1=\"19\"", "y2=\"79\"");
        assertThat(page.lines().filter(line -> line.contains("class=\"turn\"")))
                .singleElement()
                .asString()
                .contains("y1=\"64\"");
    }

    @Test
    void shouldLinkAWakeUpToItsThreadByName() {
        trace.nameParty(0, "#0 main");
        trace.nameParty(1, "#1 sleeper");
        trace.nameResource(0, 3, Thread.ofVirtual().name("sleeper").unstarted(() -> {}));
        trace.add(0, StepKind.UNPARK, 3, 0);
        trace.add(1, StepKind.WAKE, 4, 0);
        assertThat(Causes.of(trace)).containsExactly(new Cause(0, 1));
    }

    @Test
    void shouldLinkTasksInTheOrderOfTheirSubmission() {
        name(0, 1, 2);
        trace.add(0, StepKind.SUBMIT, 5, 0);
        trace.add(1, StepKind.SUBMIT, 5, 0);
        trace.add(2, StepKind.MESSAGE, 5, 0);
        trace.add(2, StepKind.MESSAGE, 5, 0);
        trace.add(2, StepKind.MESSAGE, 5, 0);
        assertThat(Causes.of(trace)).containsExactly(new Cause(0, 2), new Cause(1, 3));
    }

    @Test
    void shouldShowTextAsItIsInAWellFormedPage() throws Exception {
        name(0, 1);
        trace.nameResource(0, 1, "<script>alert(\"x\")</script>\u0001");
        trace.add(0, StepKind.ACCESS, 1, 0);
        trace.add(1, StepKind.ACCESS, 1, 0);
        String page = page();
        assertThat(page).doesNotContain("<script").contains("&quot;a&quot; &amp; &#39;b&#39; &lt; 1");
        String markup = page.replace("<!DOCTYPE html>", "").replace("<meta charset=\"utf-8\">", "");
        Document document = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(markup)));
        assertThat(document.getElementsByTagName("rect").getLength()).isEqualTo(2);
        assertThat(document.getElementsByTagName("h1").item(0).getTextContent()).isEqualTo("Bank<Test>");
    }

    @Test
    void shouldShowTheLastStepsOfALongRun() {
        name(0, 1);
        for (int i = 0; i < 600; i++) {
            trace.add(i % 2, i % 2 == 0 ? StepKind.SUBMIT : StepKind.TASK, 1, i);
        }
        assertThat(page()).contains("The first 100 steps aren't shown", ">600</text>", ">101</text>");
        assertThat(count(page(), "<rect ")).isEqualTo(500);
    }

    @Test
    void shouldShowARunWithoutSteps() {
        assertThat(page()).contains("0 steps", "</html>");
    }
}
