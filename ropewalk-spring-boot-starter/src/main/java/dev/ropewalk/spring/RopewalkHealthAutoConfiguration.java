package dev.ropewalk.spring;

import dev.ropewalk.observe.JvmSnapshot;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** A health indicator, if Actuator is on the class path. */
@AutoConfiguration(after = RopewalkAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
public final class RopewalkHealthAutoConfiguration {
    @Bean
    @ConditionalOnEnabledHealthIndicator("ropewalk")
    @ConditionalOnMissingBean(name = "ropewalkHealthIndicator")
    HealthIndicator ropewalkHealthIndicator(RopewalkProperties properties) {
        return Property.checked(
                "ropewalk.health.window",
                properties.health().window(),
                () -> new RopewalkHealthIndicator(properties.health().window(), JvmSnapshot::take));
    }
}
