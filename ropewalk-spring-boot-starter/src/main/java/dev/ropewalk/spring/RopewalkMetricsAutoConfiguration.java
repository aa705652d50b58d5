package dev.ropewalk.spring;

import dev.ropewalk.micrometer.RopewalkMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Meters of all parts, if {@code ropewalk-micrometer} is on the class path and the application has a registry. */
@AutoConfiguration(
        after = RopewalkAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration"
        })
public final class RopewalkMetricsAutoConfiguration {
    /** The meters, which Boot binds to its registries, unless the application has its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({RopewalkMetrics.class, MeterRegistry.class})
    @ConditionalOnBooleanProperty(name = "ropewalk.metrics.enabled", matchIfMissing = true)
    static class OwnMetrics {
        @Bean
        @ConditionalOnBean(MeterRegistry.class)
        @ConditionalOnMissingBean
        RopewalkMetrics ropewalkMetrics() {
            return new RopewalkMetrics(Tags.empty());
        }
    }

    /** Says what is missing where a property asks for meters. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass("dev.ropewalk.micrometer.RopewalkMetrics")
    @ConditionalOnBooleanProperty(name = "ropewalk.metrics.enabled")
    static class NoMetrics {
        NoMetrics() {
            throw new StartException(
                    "The property ropewalk.metrics.enabled is true, but dev.ropewalk:ropewalk-micrometer is not on the class path.",
                    "Add dev.ropewalk:ropewalk-micrometer to the dependencies, or remove the property.");
        }
    }
}
