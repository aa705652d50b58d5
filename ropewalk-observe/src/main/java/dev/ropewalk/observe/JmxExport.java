package dev.ropewalk.observe;

import dev.ropewalk.observe.jmx.BeanRegistry;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Objects;

/**
 * Shows all live parts of this JVM by JMX, for jconsole, VisualVM and agents, as long as it is open. Nothing can be changed through it. Each
 * part has a bean on the platform's server, named as in {@code dev.ropewalk:type=Scheduler,name="main"}. Its attributes are what its
 * snapshot has; those that are asked for together are of one moment, and come as open data, so that a client needs no classes
 * of the library. Of a kind of which there are very many the first 1000 have beans.
 *
 * <p>The bean {@code dev.ropewalk:type=Health} has a {@link HealthReport}: each time that it is read, at most once a second, what
 * has changed since it was read before.
 *
 * <p>A daemon thread looks once a second which parts have come and gone; it asks none. A bean doesn't keep its part alive. Any
 * thread may call all methods.
 *
 * {@snippet class="dev.ropewalk.observe.snippets.ObserveSnippets" region="jmx" :
 * try (JmxExport export = JmxExport.open()) {
 *     serve();
 * }
 * }
 */
public final class JmxExport implements AutoCloseable {
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final BeanRegistry registry;
    private final Thread thread;

    private JmxExport(BeanRegistry registry) {
        this.registry = registry;
        thread = Thread.ofPlatform().name("ropewalk-jmx").daemon().start(() -> refreshUntilClosed(registry));
    }

    /**
     * Opens the export, with the default options of health.
     *
     * @throws IllegalStateException if there is another one that isn't closed
     */
    public static JmxExport open() {
        return open(HealthOptions.defaults());
    }

    /**
     * Opens the export.
     *
     * @throws IllegalStateException if there is another one that isn't closed
     */
    public static JmxExport open(HealthOptions options) {
        Objects.requireNonNull(options, "options");
        var registry = new BeanRegistry(ManagementFactory.getPlatformMBeanServer(), options);
        try {
            registry.refresh();
            return new JmxExport(registry);
        } catch (Throwable thrown) {
            registry.close();
            throw thrown;
        }
    }

    private static void refreshUntilClosed(BeanRegistry registry) {
        while (!registry.isClosed()) {
            try {
                Thread.sleep(PERIOD);
            } catch (InterruptedException closed) {
                return;
            }
            refreshIfPossible(registry);
        }
    }

    private static void refreshIfPossible(BeanRegistry registry) {
        try {
            registry.refresh();
        } catch (Throwable thrown) {
            return; // such as a lack of memory: the next time may be better
        }
    }

    /** Looks at once which parts have come and gone. */
    public void refresh() {
        registry.refresh();
    }

    /** Unregisters all beans. Does nothing the second time. */
    @Override
    public void close() {
        thread.interrupt();
        registry.close();
    }
}
