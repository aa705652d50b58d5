package dev.ropewalk.spring;

import dev.ropewalk.actor.ActorCloseReport;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.ActorSystemBuilder;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.Map;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** An actor system on the scheduler, if {@code ropewalk-actor} is on the class path. */
@AutoConfiguration(after = RopewalkAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "ropewalk.actor-system.enabled", matchIfMissing = true)
public final class RopewalkActorAutoConfiguration {
    private static final String PREFIX = "ropewalk.actor-system";

    /** The system, unless the application has its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ActorSystem.class)
    @ConditionalOnMissingBean(ActorSystem.class)
    static class OwnSystem {
        @Bean
        ActorSystem ropewalkActorSystem(RopewalkProperties properties, Environment environment, Scheduler scheduler) {
            String given = properties.actorSystem().name();
            String name = given == null
                    ? RopewalkAutoConfiguration.nameOf(environment).replace('/', '-')
                    : given;
            ActorSystemBuilder builder =
                    Property.checked(PREFIX + ".name", '"' + name + '"', () -> ActorSystem.builder(name));
            return builder.scheduler(scheduler).build();
        }

        @Bean
        PartLifecycle ropewalkActorSystemLifecycle(ActorSystem system, RopewalkProperties properties) {
            return new PartLifecycle(
                    "actor system " + system.name(),
                    PartLifecycle.Order.ACTORS,
                    properties.shutdown().timeout(),
                    timeout -> close(system, timeout));
        }

        private static String close(ActorSystem system, Duration timeout) {
            ActorCloseReport report = system.close(timeout);
            return report.isComplete() ? "" : report.toString();
        }
    }

    /** Says what is missing where properties ask for actors. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingClass("dev.ropewalk.actor.ActorSystem")
    static class NoActors {
        NoActors(Environment environment) {
            Binder.get(environment)
                    .bind(PREFIX, Bindable.mapOf(String.class, String.class))
                    .ifBound(NoActors::refuse);
        }

        private static void refuse(Map<String, String> set) {
            throw new StartException(
                    "Properties of " + PREFIX + " are set (" + String.join(", ", set.keySet())
                            + "), but dev.ropewalk:ropewalk-actor is not on the class path.",
                    "Add dev.ropewalk:ropewalk-actor to the dependencies, or remove these properties.");
        }
    }
}
