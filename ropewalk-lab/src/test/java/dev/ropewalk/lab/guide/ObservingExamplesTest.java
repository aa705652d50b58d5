package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.limit.Limiter;
import dev.ropewalk.observe.HealthReport;
import dev.ropewalk.observe.JmxExport;
import dev.ropewalk.observe.JvmSnapshot;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.TimeDistribution;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** The code of docs/guide/observing.md. */
@SuppressWarnings("try") // an export is only to be there
class ObservingExamplesTest {
    private final List<String> logged = new ArrayList<>();

    private void log(Object text) {
        logged.add(text.toString());
    }

    @Test
    void shouldFindPartsByTheirNames() {
        Limiter ours = Limiter.fixed(20).name("database").build();
        // @start region="live" :
        Limiter.live().forEach((name, limiter) -> log(name + " " + limiter.stats()));
        // @end
        assertThat(Limiter.live()).containsValue(ours);
        assertThat(logged).anyMatch(line -> line.startsWith("database"));
    }

    @Test
    void shouldTellHowLongTasksTake() {
        TimeDistribution lately;
        // @start region="times" :
        try (Scheduler scheduler = Scheduler.create()) {
            TimeDistribution before = scheduler.taskTimes(); // recording begins with the first question
            for (int i = 0; i < 10_000; i++) {
                scheduler.execute(() -> {});
            }
            lately = scheduler.taskTimes().since(before);
            log(lately.percentile(99)); // of about one task in 64
        }
        // @end
        assertThat(lately.count()).isNotNegative();
        assertThat(logged).hasSize(1);
    }

    @Test
    void shouldLookAtAllParts() throws Exception {
        // @start region="health" :
        JvmSnapshot snapshot = JvmSnapshot.take(); // all live parts, at about one moment
        HealthReport report = HealthReport.take(); // looks twice, a second apart
        if (!report.isHealthy()) {
            log(report); // what was found, with the actual values and what to do
        }
        HealthReport since = HealthReport.between(snapshot, JvmSnapshot.take());
        // @end
        assertThat(logged).hasSize(report.isHealthy() ? 0 : 1);
        assertThat(since.span()).isPositive();
    }

    @Test
    void shouldShowAllPartsByJmx() throws Exception {
        boolean shown;
        // @start region="jmx" :
        try (JmxExport export = JmxExport.open()) { // for jconsole, VisualVM and agents, until it is closed
            shown = ManagementFactory.getPlatformMBeanServer().isRegistered(new ObjectName("dev.ropewalk:type=Health"));
        }
        // @end
        assertThat(shown).isTrue();
    }
}
