package dev.ropewalk.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.graph.GraphRun;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.testing.Await;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.OpenMBeanAttributeInfo;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Other tests have parts in this JVM, too. */
@Timeout(120)
@SuppressWarnings("try") // an export works by being open
class JmxExportTest {
    private static final AtomicInteger TESTS = new AtomicInteger();
    private static final EntityType<String, String> CART = EntityType.of("cart", String.class, String.class);
    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    /** No other part has it, even if it was forgotten and is still there. */
    private final String name = "JmxExportTest " + TESTS.incrementAndGet();

    /** The parts that nothing else holds. */
    private final List<Object> kept = new ArrayList<>();

    private static ObjectName bean(String type, String name) throws JMException {
        return new ObjectName("dev.ropewalk:type=" + type + ",name=" + ObjectName.quote(name));
    }

    private static Object read(ObjectName bean, String attribute) throws JMException {
        return SERVER.getAttribute(bean, attribute);
    }

    private static List<ObjectName> beans() throws JMException {
        return List.copyOf(SERVER.queryNames(new ObjectName("dev.ropewalk:*"), null));
    }

    @Test
    void shouldShowAPartOfEachKindAsOpenData(@TempDir Path directory) throws Exception {
        var release = new CountDownLatch(1);
        TaskGraphDraft graph = TaskGraph.draft();
        graph.run("wait", context -> release.await());
        Limiter limiter = Limiter.fixed(7).name(name).build();
        Channel<String> channel = Channel.<String>builder().name(name).buffered(3);
        channel.send("element");
        kept.add(limiter);
        kept.add(channel);
        try (Scheduler scheduler = Scheduler.builder().workers(2).name(name).build();
                ActorSystem system = ActorSystem.create(name);
                Cluster cluster = Cluster.local(system);
                ProcessScope scope = ProcessScope.builder(scheduler).name(name).open();
                Pipeline<Object> pipeline = Pipeline.builder(Object::new)
                        .name(name)
                        .capacity(16)
                        .scheduler(scheduler)
                        .stage("nothing", (event, sequence, endOfBatch) -> {})
                        .build();
                BoundedExecutor executor = BoundedExecutor.builder(5).name(name).build();
                Budget budget = Budget.builder().name(name).resource("calls", 3).build();
                Journal journal = Journal.open(directory.resolve("journal"));
                JmxExport export = JmxExport.open()) {
            GraphRun run = graph.build().start(GraphOptions.defaults().name(name));
            var ignored = cluster.host(CART, entity -> message -> {});
            cluster.entity(CART, "7").tell("begin");
            scope.spawn("waits", () -> release.await());
            export.refresh();

            assertThat((CompositeData[]) read(bean("Scheduler", name), "Workers"))
                    .hasSize(scheduler.stats().workers().size())
                    .allMatch(worker -> worker.containsKey("longestWaitNanos"));
            assertThat(read(bean("Scheduler", name), "Queued")).isInstanceOf(Long.class);
            assertThat(read(bean("ActorSystem", name), "Actors"))
                    .isEqualTo(system.stats().actors());
            assertThat((CompositeData[]) read(bean("ProcessScope", name), "Processes"))
                    .extracting(process -> process.get("name"))
                    .containsExactly("waits");
            assertThat(read(bean("Channel", name), "Depth")).isEqualTo(1);
            assertThat(read(bean("Channel", name), "Closed")).isEqualTo(false);
            TabularData stages = (TabularData) read(bean("Pipeline", name), "Stages");
            CompositeData stage =
                    (CompositeData) stages.get(new Object[] {"nothing"}).get("value");
            assertThat(stage.get("position"))
                    .isEqualTo(
                            pipeline.stats().stages().values().iterator().next().position());
            assertThat(read(bean("BoundedExecutor", name), "Limit"))
                    .isEqualTo(executor.stats().limit());
            assertThat(read(bean("Limiter", name), "MaxWaitNanos")).isEqualTo(0L);
            assertThat((CompositeData[]) read(bean("Budget", name), "Resources"))
                    .extracting(resource -> resource.get("capacity"))
                    .containsExactly(budget.stats().resource("calls").capacity());
            assertThat(read(bean("GraphRun", name), "Done")).isEqualTo(0);
            assertThat(read(bean("Journal", nameOf(journal, Journal.live())), "Poisoned"))
                    .isEqualTo(journal.stats().isPoisoned());
            expectACluster(bean("Cluster", name), cluster);
            for (ObjectName bean : beans()) {
                if (isMine(bean)) {
                    expectReadableAndUnchangeable(bean);
                }
            }
            release.countDown();
            scope.join();
            run.join();
        }
        assertThat(beans()).isEmpty();
    }

    private static void expectACluster(ObjectName bean, Cluster cluster) throws JMException {
        assertThat(read(bean, "Ready")).isEqualTo(true);
        assertThat(read(bean, "Self")).isEqualTo(cluster.self().toString());
        assertThat((CompositeData[]) read(bean, "Members"))
                .singleElement()
                .satisfies(member -> assertThat(member.get("status")).isEqualTo("UP"));
        TabularData losses = (TabularData) read(bean, "Losses");
        assertThat(losses.get(new Object[] {"NO_PLACE"}).get("value")).isEqualTo(0L);
        TabularData types = (TabularData) read(bean, "Types");
        CompositeData type = (CompositeData) types.get(new Object[] {"cart"}).get("value");
        assertThat(type.get("started")).isEqualTo(1L);
        assertThat(type.get("shards")).isEqualTo(1L);
    }

    /** Returns whether this test holds the part of a bean: another may be forgotten at any moment. */
    private boolean isMine(ObjectName bean) {
        String part = bean.getKeyProperty("name");
        return part == null || ObjectName.unquote(part).equals(name);
    }

    private static <P> String nameOf(P part, Map<String, P> live) {
        return live.entrySet().stream()
                .filter(entry -> entry.getValue().equals(part))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    private static void expectReadableAndUnchangeable(ObjectName bean) throws JMException {
        MBeanInfo info = SERVER.getMBeanInfo(bean);
        assertThat(info.getOperations()).isEmpty();
        assertThat(info.getConstructors()).isEmpty();
        assertThat(info.getDescriptor().getFieldValue("mxbean")).isEqualTo("true");
        for (MBeanAttributeInfo attribute : info.getAttributes()) {
            Object value = read(bean, attribute.getName());
            assertThat(((OpenMBeanAttributeInfo) attribute).isValue(value))
                    .as("%s of %s: %s", attribute.getName(), bean, value)
                    .isTrue();
            assertThat(attribute.isWritable()).isFalse();
            var change = new Attribute(attribute.getName(), value);
            assertThatExceptionOfType(AttributeNotFoundException.class)
                    .isThrownBy(() -> SERVER.setAttribute(bean, change));
            assertThat(SERVER.setAttributes(bean, new AttributeList(List.of(change))))
                    .isEmpty();
        }
        assertThatExceptionOfType(ReflectionException.class)
                .isThrownBy(() -> SERVER.invoke(bean, "close", new Object[0], new String[0]));
        String[] names = Stream.concat(
                        Stream.of("Unknown"),
                        Arrays.stream(info.getAttributes()).map(MBeanAttributeInfo::getName))
                .toArray(String[]::new);
        assertThat(SERVER.getAttributes(bean, names)).hasSize(names.length - 1);
        assertThatExceptionOfType(AttributeNotFoundException.class).isThrownBy(() -> read(bean, "Unknown"));
    }

    @Test
    void shouldFollowPartsThatComeAndGo() throws Exception {
        try (JmxExport export = JmxExport.open();
                Scheduler scheduler = Scheduler.builder().workers(1).name(name).build()) {
            ObjectName bean = bean("Scheduler", name);
            Await.until("the bean is there", () -> SERVER.isRegistered(bean));
            scheduler.close();
            Await.until("the bean is gone", () -> !SERVER.isRegistered(bean));
        }
    }

    @Test
    void shouldShowTheSuccessorOfAPartByItsName() throws Exception {
        try (JmxExport export = JmxExport.open()) {
            Channel<String> first = Channel.<String>builder().name(name).buffered(2);
            export.refresh();
            first.close();
            Channel<String> second = Channel.<String>builder().name(name).buffered(2);
            second.send("element");
            export.refresh();

            assertThat(read(bean("Channel", name), "Depth")).isEqualTo(1);
            second.close();
            assertThat(second.receive()).isEqualTo("element");
        }
    }

    @Test
    void shouldShowTwoPartsOfOneName() throws Exception {
        Limiter first = Limiter.fixed(3).name(name).build();
        Limiter second = Limiter.fixed(5).name(name).build();
        kept.add(first);
        kept.add(second);
        try (JmxExport export = JmxExport.open()) {
            assertThat(read(bean("Limiter", nameOf(first, Limiter.live())), "Limit"))
                    .isEqualTo(3L);
            assertThat(read(bean("Limiter", nameOf(second, Limiter.live())), "Limit"))
                    .isEqualTo(5L);
        }
    }

    @Test
    void shouldTakeAnyName() throws Exception {
        String odd = "a \"b\", c=d:e*f?\\ \n\t \u00e4\u4e2d \0";
        Channel<String> channel = Channel.<String>builder().name(odd).buffered(2);
        try (JmxExport export = JmxExport.open()) {
            assertThat(read(bean("Channel", odd), "Name")).isEqualTo(odd);
            assertThat(beans()).anyMatch(bean -> {
                String shown = bean.getKeyProperty("name");
                return shown != null && ObjectName.unquote(shown).equals(odd);
            });
        }
        channel.close();
    }

    @Test
    void shouldNotKeepAPartAlive() throws Exception {
        try (JmxExport export = JmxExport.open()) {
            ObjectName bean = bean("Limiter", name);
            makeAndForget(export, bean);
            Await.until("the bean is gone", () -> {
                System.gc();
                export.refresh();
                return !SERVER.isRegistered(bean);
            });
        }
    }

    private void makeAndForget(JmxExport export, ObjectName bean) throws JMException {
        Limiter limiter = Limiter.fixed(9).name(name).build();
        export.refresh();
        assertThat(read(bean, "Limit")).isEqualTo((long) limiter.limit());
    }

    @Test
    void shouldTellHealth() throws Exception {
        try (JmxExport export = JmxExport.open(HealthOptions.defaults().queueLength(7))) {
            var health = new ObjectName("dev.ropewalk:type=Health");

            assertThat((Boolean) read(health, "Healthy")).isTrue();
            assertThat((CompositeData[]) read(health, "Findings")).isEmpty();
            assertThat(read(health, "Text")).asString().startsWith("healthy: ");
            assertThat((Long) read(health, "PartsLeftOut")).isZero();
            assertThat((TabularData) read(health, "Failures")).matches(TabularData::isEmpty);
        }
    }

    @Test
    void shouldRefuseASecondExport() {
        try (JmxExport export = JmxExport.open()) {
            assertThatIllegalStateException()
                    .isThrownBy(JmxExport::open)
                    .withMessage("the parts of this JVM are exported already: close that export first");
            export.close();
            JmxExport.open().close();
        }
    }
}
