package dev.ropewalk.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.ActorSystemBuilder;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ChannelBuilder;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.ProcessScopeBuilder;
import dev.ropewalk.channel.Select;
import dev.ropewalk.channel.SelectBuilder;
import dev.ropewalk.cpu.Cpu;
import dev.ropewalk.cpu.CpuReservation;
import dev.ropewalk.cpu.CpuReservationBuilder;
import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.limit.AimdLimit;
import dev.ropewalk.limit.AimdLimitBuilder;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.BudgetBuilder;
import dev.ropewalk.limit.GradientLimit;
import dev.ropewalk.limit.GradientLimitBuilder;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.LimiterBuilder;
import dev.ropewalk.limit.VegasLimit;
import dev.ropewalk.limit.VegasLimitBuilder;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.PipelineBuilder;
import dev.ropewalk.scheduler.CoordinatedShutdown;
import dev.ropewalk.scheduler.CoordinatedShutdownBuilder;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerBuilder;
import dev.ropewalk.scheduler.ShutdownOrder;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.BoundedExecutorBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one style of builders and options: immutable, and each method returns a changed copy. */
class BuildersTest {
    private static final List<JavaClass> PUBLIC = House.CLASSES.stream()
            .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
            .filter(type -> type.getPackageName().chars().filter(c -> c == '.').count() == 2)
            .filter(type -> !type.getPackageName().equals("dev.ropewalk.lab"))
            .toList();

    private static List<JavaClass> namedLike(String suffix) {
        return PUBLIC.stream()
                .filter(type -> type.getSimpleName().endsWith(suffix))
                .toList();
    }

    @Test
    void shouldHaveFinalFieldsOnly() {
        List<JavaField> changing = new ArrayList<>();
        for (JavaClass type : fluent()) {
            Stream.concat(Stream.of(type), type.getAllSubclasses().stream()) // a builder may be an interface
                    .flatMap(builder -> builder.getAllFields().stream())
                    .filter(field -> !field.getModifiers().contains(JavaModifier.FINAL))
                    .forEach(changing::add);
        }
        assertThat(changing).isEmpty();
    }

    private static List<JavaClass> fluent() {
        var all = new ArrayList<>(namedLike("Builder"));
        all.addAll(namedLike("Options"));
        return all;
    }

    @Test
    void shouldFindTheBuildersAndOptions() {
        assertThat(namedLike("Builder"))
                .extracting(JavaClass::getSimpleName)
                .contains(
                        "SchedulerBuilder", "SelectBuilder", "PipelineBuilder", "ChannelBuilder", "VegasLimitBuilder");
        assertThat(namedLike("Options"))
                .extracting(JavaClass::getSimpleName)
                .contains("ActorOptions", "GraphOptions", "JournalOptions", "TaskOptions");
    }

    @Test
    void shouldRefuseThatAChangedBuilderIsDropped() {
        assertThat(namedLike("Builder"))
                .allMatch(builder -> builder.isAnnotatedWith("dev.ropewalk.base.CheckReturnValue"));
    }

    @Test
    void shouldNameSettingsByTheirPropertyAndFlagsWithABoolean() {
        List<String> deviating = new ArrayList<>();
        for (JavaClass type : fluent()) {
            for (JavaMethod method : type.getMethods()) {
                boolean sets = method.getModifiers().contains(JavaModifier.PUBLIC)
                        && !method.getModifiers().contains(JavaModifier.STATIC)
                        && !method.getModifiers().contains(JavaModifier.SYNTHETIC)
                        && method.getRawReturnType().equals(type);
                boolean takesAway = method.getName().equals("unnamed");
                if (sets
                        && !takesAway
                        && (method.getRawParameterTypes().isEmpty()
                                || method.getName().startsWith("with"))) {
                    deviating.add(method.getFullName());
                }
            }
        }
        assertThat(deviating).isEmpty();
    }

    @Test
    void shouldBeginOptionsAtTheirDefaults() {
        for (JavaClass options : namedLike("Options")) {
            assertThat(options.getMethods())
                    .filteredOn(method -> method.getModifiers().contains(JavaModifier.STATIC)
                            && method.getModifiers().contains(JavaModifier.PUBLIC))
                    .extracting(JavaMethod::getName)
                    .as(options.getName())
                    .containsExactly("defaults");
        }
    }

    /**
     * A builder and its end.
     *
     * @param end what makes something of it
     */
    private record Built<B>(B builder, Function<? super B, ?> end) {
        Object make() {
            return end.apply(builder);
        }
    }

    private static List<Built<?>> oneOfEach(Scheduler scheduler, Path directory) {
        var machine = CpuTopology.of(List.of(Cpu.of(0, 0, 0, 0, 0), Cpu.of(1, 1, 0, 0, 0)), CpuSet.of(0, 1));
        return List.of(
                new Built<>(Scheduler.builder(), SchedulerBuilder::build),
                new Built<>(
                        CoordinatedShutdown.builder("all").phase("one", Duration.ofSeconds(1), ShutdownOrder.PARALLEL),
                        CoordinatedShutdownBuilder::build),
                new Built<>(ActorSystem.builder("all").scheduler(scheduler), ActorSystemBuilder::build),
                new Built<>(Channel.builder(), ChannelBuilder::rendezvous),
                new Built<>(ProcessScope.builder(scheduler), ProcessScopeBuilder::open),
                new Built<>(Select.fair().otherwise(() -> "nothing"), SelectBuilder::build),
                new Built<>(Pipeline.builder(Object::new), PipelineBuilder::build),
                new Built<>(Limiter.gradient(), LimiterBuilder::build),
                new Built<>(AimdLimit.builder().initial(3), AimdLimitBuilder::build),
                new Built<>(VegasLimit.builder(), VegasLimitBuilder::build),
                new Built<>(GradientLimit.builder(), GradientLimitBuilder::build),
                new Built<>(Budget.builder().resource("memory", 1), BudgetBuilder::build),
                new Built<>(BoundedExecutor.builder(1), BoundedExecutorBuilder::build),
                new Built<>(
                        CpuReservation.builder().directory(directory).topology(machine),
                        CpuReservationBuilder::reserve));
    }

    @Test
    void shouldBuildAgain(@TempDir Path directory) throws Exception {
        try (Scheduler scheduler = Scheduler.create()) {
            for (Built<?> built : oneOfEach(scheduler, directory)) {
                Object first = built.make();
                Object second = built.make();
                assertThat(first).isNotSameAs(second);
                close(second);
                close(first);
            }
        }
    }

    private static void close(Object product) throws Exception {
        if (product instanceof AutoCloseable open) {
            open.close();
        }
    }

    @Test
    void shouldTryEachBuilder(@TempDir Path directory) {
        try (Scheduler scheduler = Scheduler.create()) {
            List<Built<?>> tried = oneOfEach(scheduler, directory);
            assertThat(namedLike("Builder"))
                    .allSatisfy(type ->
                            assertThat(tried).extracting(Built::builder).hasAtLeastOneElementOfType(type.reflect()));
        }
    }
}
