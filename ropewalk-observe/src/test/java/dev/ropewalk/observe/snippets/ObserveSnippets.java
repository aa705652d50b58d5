package dev.ropewalk.observe.snippets;

import dev.ropewalk.observe.HealthReport;

/** The code that the documentation of observation shows. */
@SuppressWarnings("unused") // it shows what can be called
abstract class ObserveSnippets {
    abstract void log(String text);

    void health() throws InterruptedException {
        // @start region="health" :
        HealthReport report = HealthReport.take();
        if (!report.isHealthy()) {
            log(report.toString()); // what was found, with the actual values and what to do
        }
        // @end
    }
}
