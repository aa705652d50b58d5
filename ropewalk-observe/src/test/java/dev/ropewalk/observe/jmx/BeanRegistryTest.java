package dev.ropewalk.observe.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.observe.HealthOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.MBeanServerFactory;
import javax.management.MBeanServerNotification;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Other tests have parts in this JVM, too. */
@Timeout(120)
class BeanRegistryTest {
    private static final String NAME = "BeanRegistryTest";
    private static final int MANY = 1100;

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final BeanRegistry registry = new BeanRegistry(server, HealthOptions.defaults());
    private final List<Channel<String>> channels = new ArrayList<>();

    @AfterEach
    void close() {
        registry.close();
        channels.forEach(Channel::close);
    }

    private void open(String name) {
        channels.add(Channel.<String>builder().name(name).buffered(2));
    }

    private static ObjectName bean(String name) throws JMException {
        return new ObjectName("dev.ropewalk:type=Channel,name=" + ObjectName.quote(name));
    }

    private static ObjectName health() throws JMException {
        return new ObjectName("dev.ropewalk:type=Health");
    }

    private Set<ObjectName> beans() throws JMException {
        return server.queryNames(new ObjectName("dev.ropewalk:*"), null);
    }

    @Test
    void shouldFollowPartsWhenItIsRefreshed() throws Exception {
        open(NAME);
        assertThat(beans()).containsExactly(health());
        registry.refresh();
        assertThat(beans()).contains(health(), bean(NAME));
        channels.getFirst().close();
        assertThat(server.getAttribute(bean(NAME), "Closed")).isEqualTo(true);
        registry.refresh();
        assertThat(beans()).contains(health()).doesNotContain(bean(NAME));
        open(NAME + " later");
        registry.close();
        registry.refresh();
        assertThat(registry.isClosed()).isTrue();
        assertThat(beans()).isEmpty();
    }

    @Test
    void shouldRegisterSoManyOfAKind() throws Exception {
        IntStream.range(0, MANY).forEach(i -> open(NAME + " " + i));
        registry.refresh();

        assertThat(server.queryNames(new ObjectName("dev.ropewalk:type=Channel,*"), null))
                .hasSize(1000);
        assertThat((Long) server.getAttribute(health(), "PartsLeftOut")).isGreaterThanOrEqualTo(100);
    }

    @Test
    void shouldLeaveWhatHasItsNameAndSaySo() throws Exception {
        var other = new RecordBean(RecordShape.of(HealthView.class), "", () -> "nothing");
        server.registerMBean(other, bean(NAME));
        open(NAME);
        registry.refresh();

        assertThat(server.getMBeanInfo(bean(NAME))).isEqualTo(other.getMBeanInfo());
        TabularData failures = (TabularData) server.getAttribute(health(), "Failures");
        assertThat(failures.containsKey(new Object[] {bean(NAME).toString()})).isTrue();
        registry.close();
        assertThat(beans()).containsExactly(bean(NAME));
    }

    @Test
    void shouldBearABeanThatSomebodyElseHasUnregistered() throws Exception {
        open(NAME);
        registry.refresh();
        server.unregisterMBean(bean(NAME));
        registry.close();
        assertThat(beans()).isEmpty();
    }

    @Test
    void shouldUnregisterTheOthersIfOneFails() throws Exception {
        open(NAME);
        open(NAME + " later");
        server.addNotificationListener(
                MBeanServerDelegate.DELEGATE_NAME,
                (notification, handback) -> {
                    if (notification.getType().equals(MBeanServerNotification.UNREGISTRATION_NOTIFICATION)) {
                        throw new AssertionError("as intended");
                    }
                },
                null,
                null);
        registry.refresh();

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(registry::close)
                .withMessage("as intended");
        assertThat(beans()).isEmpty();
        assertThatNoException().isThrownBy(registry::close);
        assertThatNoException().isThrownBy(() -> new BeanRegistry(server, HealthOptions.defaults()));
    }

    @Test
    void shouldBearAListenerThatClosesIt() throws Exception {
        open(NAME);
        open(NAME + " later");
        server.addNotificationListener(
                MBeanServerDelegate.DELEGATE_NAME, (notification, handback) -> registry.close(), null, null);
        registry.refresh();

        assertThat(beans()).isEmpty();
    }

    @Test
    void shouldBearAListenerThatRefreshesIt() throws Exception {
        open(NAME);
        open(NAME + " later");
        List<String> told = new ArrayList<>();
        server.addNotificationListener(
                MBeanServerDelegate.DELEGATE_NAME,
                (notification, handback) -> {
                    told.add(notification.getType()
                            + " "
                            + ((MBeanServerNotification) notification)
                                    .getMBeanName()
                                    .getCanonicalName());
                    registry.refresh();
                },
                null,
                null);
        registry.refresh();

        assertThat(told.stream().filter(text -> text.contains(NAME)))
                .containsExactly(registration(NAME), registration(NAME + " later"));
    }

    private static String registration(String name) throws JMException {
        return MBeanServerNotification.REGISTRATION_NOTIFICATION + " "
                + bean(name).getCanonicalName();
    }

    @Test
    void shouldBearThatAllIsDoneAtOnce() throws Exception {
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            running.add(threads.submit(() -> comeAndGo("a")));
            running.add(threads.submit(() -> comeAndGo("b")));
            running.add(threads.submit(() -> comeAndGo("c")));
            running.add(threads.submit(this::readHealth));
            for (Future<?> each : running) {
                each.get();
            }
        }
        registry.refresh();
        assertThat(beans()).noneMatch(bean -> bean.toString().contains(NAME));
        TabularData failures = (TabularData) server.getAttribute(health(), "Failures");
        assertThat(failures.isEmpty()).isTrue();
    }

    private void comeAndGo(String name) {
        for (int i = 0; i < 50; i++) {
            Channel<String> channel =
                    Channel.<String>builder().name(NAME + " " + name).buffered(2);
            registry.refresh();
            channel.close();
            registry.refresh();
        }
    }

    private @Nullable Void readHealth() throws JMException {
        for (int i = 0; i < 50; i++) {
            assertThat(server.getAttributes(health(), new String[] {"Healthy", "Text", "Failures"}))
                    .hasSize(3);
        }
        return null;
    }
}
