package dev.ropewalk.observe.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import javax.management.Attribute;
import javax.management.AttributeNotFoundException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;

class RecordBeanTest {
    enum Colour {
        RED
    }

    record Inner(String name, long size) {
        public double half() {
            return size / 2.0;
        }
    }

    record Outer(
            int count,
            long total,
            double ratio,
            boolean isOpen,
            String issue,
            Colour colour,
            Inner inner,
            List<Inner> inners,
            List<Long> sizes,
            Map<String, Inner> byName,
            Map<String, Integer> numbers) {
        public long sum() {
            return count + total;
        }

        public String words() {
            return "not shown";
        }
    }

    record Measured(
            int worker,
            long tasks,
            long waitNanos,
            long pauseMillis,
            long lagBytes,
            long endPosition,
            long nextIndex,
            String text) {}

    private final AtomicInteger taken = new AtomicInteger();
    private final RecordBean bean = new RecordBean(RecordShape.of(Outer.class), "an outer record", this::take);

    @Test
    void shouldTellTheUnitsOfFigures() {
        var measured =
                new RecordBean(RecordShape.of(Measured.class), "measured", () -> new Measured(0, 0, 0, 0, 0, 0, 0, ""));

        assertThat(measured.getMBeanInfo().getAttributes())
                .extracting(MBeanAttributeInfo::getDescription)
                .containsExactly(
                        "Measured.worker",
                        "Measured.tasks (count)",
                        "Measured.waitNanos (nanoseconds)",
                        "Measured.pauseMillis (milliseconds)",
                        "Measured.lagBytes (bytes)",
                        "Measured.endPosition (bytes)",
                        "Measured.nextIndex (records)",
                        "Measured.text");
        assertThat(measured.getMBeanInfo().getAttributes())
                .extracting(attribute -> attribute.getDescriptor().getFieldValue("units"))
                .containsExactly(null, "count", "nanoseconds", "milliseconds", "bytes", "bytes", "records", null);
    }

    @Test
    void shouldTellTheUnitsWithinARecord() throws Exception {
        var inner = (CompositeData) bean.getAttribute("Inner");

        assertThat(inner.getCompositeType().getDescription("size")).isEqualTo("Inner.size (count)");
    }

    private Outer take() {
        var inner = new Inner("a", 3);
        return new Outer(
                taken.incrementAndGet(),
                40,
                0.5,
                true,
                "none",
                Colour.RED,
                inner,
                List.of(inner, new Inner("b", 4)),
                List.of(3L, 4L),
                Map.of("a", inner),
                Map.of("one", 1));
    }

    @Test
    void shouldShowComponentsInOrderAndThenFigures() {
        assertThat(bean.getMBeanInfo().getDescription()).isEqualTo("an outer record");
        assertThat(Arrays.stream(bean.getMBeanInfo().getAttributes()).map(MBeanAttributeInfo::getName))
                .containsExactly(
                        "Count", "Total", "Ratio", "Open", "Issue", "Colour", "Inner", "Inners", "Sizes", "ByName",
                        "Numbers", "Sum");
    }

    @Test
    void shouldMakeOpenDataOfValues() throws Exception {
        assertThat(bean.getAttribute("Count")).isEqualTo(1);
        assertThat(bean.getAttribute("Total")).isEqualTo(40L);
        assertThat(bean.getAttribute("Ratio")).isEqualTo(0.5);
        assertThat(bean.getAttribute("Open")).isEqualTo(true);
        assertThat(bean.getAttribute("Issue")).isEqualTo("none");
        assertThat(bean.getAttribute("Colour")).isEqualTo("RED");
        CompositeData inner = (CompositeData) bean.getAttribute("Inner");
        assertThat(inner.getAll(new String[] {"name", "size", "half"})).containsExactly("a", 3L, 1.5);
        assertThat((CompositeData[]) bean.getAttribute("Inners"))
                .extracting(each -> each.get("name"))
                .containsExactly("a", "b");
        assertThat(bean.getAttribute("Sizes")).isEqualTo(new Long[] {3L, 4L});
        TabularData byName = (TabularData) bean.getAttribute("ByName");
        assertThat(byName.get(new Object[] {"a"}).get("value")).isEqualTo(inner);
        TabularData numbers = (TabularData) bean.getAttribute("Numbers");
        assertThat(numbers.get(new Object[] {"one"}).get("value")).isEqualTo(1);
    }

    @Test
    void shouldTakeOneRecordForAllThatIsAskedTogether() {
        assertThat(bean.getAttributes(new String[] {"Count", "Sum", "Unknown", "Count"})
                        .asList())
                .containsExactly(new Attribute("Count", 1), new Attribute("Sum", 41L), new Attribute("Count", 1));
        assertThat(taken).hasValue(1);
    }

    @Test
    void shouldTellAFailureByItsText() {
        var failing = new RecordBean(RecordShape.of(Outer.class), "", () -> {
            throw new NoClassDefFoundError("as intended");
        });

        assertThatExceptionOfType(MBeanException.class)
                .isThrownBy(() -> failing.getAttribute("Count"))
                .havingCause()
                .isExactlyInstanceOf(IllegalStateException.class)
                .withMessage("java.lang.NoClassDefFoundError: as intended")
                .withNoCause();
        assertThat(failing.getAttributes(new String[] {"Count"})).isEmpty();
    }

    @Test
    void shouldNameWhatIsThere() {
        assertThatExceptionOfType(AttributeNotFoundException.class)
                .isThrownBy(() -> bean.getAttribute("count"))
                .withMessageStartingWith("no attribute count among [Count, Total,");
    }

    record Unknown(Duration time) {}

    record Names(List<String> names) {}

    @Test
    void shouldRefuseTypesThatHaveNoOpenData() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordShape.of(Unknown.class))
                .withMessage("no open data for class java.time.Duration");
        assertThatIllegalArgumentException().isThrownBy(() -> RecordShape.of(Names.class));
    }
}
