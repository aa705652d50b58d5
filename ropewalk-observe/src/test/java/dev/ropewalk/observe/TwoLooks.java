package dev.ropewalk.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

/** Two looks, two seconds apart, that a test fills, and what is found between them. */
abstract class TwoLooks {
    final Look before = new Look();
    final Look after = new Look();

    HealthReport report() {
        return HealthReport.between(before.at(10), after.at(12));
    }

    Finding found() {
        List<Finding> findings = report().findings();
        assertThat(findings).hasSize(1);
        return findings.getFirst();
    }

    void expectHealthy() {
        assertThat(report().findings()).isEmpty();
    }
}
