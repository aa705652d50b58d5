package dev.ropewalk.observe.snippets;

import dev.ropewalk.observe.HealthReport;
import dev.ropewalk.observe.JmxExport;
import dev.ropewalk.observe.JvmSnapshot;

/** The code that the documentation of observation shows. */
@SuppressWarnings({"unused", "try"}) // it shows what can be called
abstract class ObserveSnippets {
    abstract void log(String text);

    abstract void serve();

    void snapshot() {
        // @start region="snapshot" :
        JvmSnapshot snapshot = JvmSnapshot.take();
        snapshot.pipelines().forEach((name, pipeline) -> log(name + " " + pipeline));
        // @end
    }

    void jmx() {
        // @start region="jmx" :
        try (JmxExport export = JmxExport.open()) {
            serve();
        }
        // @end
    }

    void health() throws InterruptedException {
        // @start region="health" :
        HealthReport report = HealthReport.take();
        if (!report.isHealthy()) {
            log(report.toString()); // what was found, with the actual values and what to do
        }
        // @end
    }
}
