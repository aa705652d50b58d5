package dev.ropewalk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide's table of meters has those that are registered, and each meter says what it is. */
@SuppressWarnings("UnusedVariable") // the parts are there to be found
class MetersInGuideTest {
    private static final Path GUIDE = Path.of("../docs/guide/metrics.md");
    private static final EntityType<String, String> CART = EntityType.of("cart", String.class, String.class);
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    @TempDir
    Path directory;

    private final Scrape scrape = new Scrape();
    private final Channel<String> channel =
            Channel.<String>builder().name("in-guide").buffered(1);
    private final Limiter limiter = Limiter.fixed(1).build();

    @AutoClose
    private final Budget budget = Budget.builder().resource("calls", 1).build();

    @AutoClose
    private final Scheduler scheduler = Scheduler.builder().workers(1).build();

    @AutoClose
    private final ActorSystem system = ActorSystem.create("in-guide");

    @AutoClose
    private final Cluster cluster = Cluster.local(system);

    @AutoClose
    private final Pipeline<Object> pipeline = Pipeline.<Object>builder(Object::new)
            .stage("one", (event, sequence, endOfBatch) -> {})
            .build();

    @AutoClose
    private final BoundedExecutor executor = BoundedExecutor.builder(1).build();

    private Set<String> registered() {
        var all = new TreeSet<String>();
        var ignored = cluster.host(CART, entity -> message -> {});
        try (Journal journal = Journal.open(directory);
                RopewalkMetrics metrics = new RopewalkMetrics(Tags.empty())) {
            assertThat(Journal.live()).containsValue(journal);
            metrics.bindTo(scrape.registry);
            for (Meter meter : scrape.registry.getMeters()) {
                assertThat(meter.getId().getDescription()).as(meter.toString()).isNotBlank();
                all.add(column(meter) + " " + meter.getId().getName());
            }
        }
        return all;
    }

    private static int column(Meter meter) {
        return switch (meter) {
            case FunctionCounter counter -> 4;
            case FunctionTimer timer -> 5;
            default -> 3;
        };
    }

    private static Set<String> inGuide() throws Exception {
        var all = new TreeSet<String>();
        for (String line : Files.readAllLines(GUIDE).stream()
                .filter(row -> row.startsWith("|"))
                .toList()) {
            String[] cells = line.split("\\|", -1);
            for (int column = 3; column < cells.length; column++) {
                String prefix = cells[2].strip().replace("`", "");
                int of = column;
                CODE.matcher(cells[column]).results().forEach(name -> all.add(of + " " + prefix + name.group(1)));
            }
        }
        return all;
    }

    @Test
    void shouldBeThoseThatAreRegistered() throws Exception {
        assertThat(inGuide()).isEqualTo(registered());
    }
}
