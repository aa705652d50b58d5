package dev.ropewalk.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.ropewalk.limit.AimdLimit;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.scheduler.CoordinatedShutdown;
import dev.ropewalk.scheduler.ShutdownOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The one style of builders and options: immutable, and each method returns a changed copy. */
class BuildersTest {
    private static final List<JavaClass> PUBLIC = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("dev.ropewalk").stream()
                    .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                    .filter(type ->
                            type.getPackageName().chars().filter(c -> c == '.').count() == 2)
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
        for (JavaClass builder : fluent()) {
            for (JavaField field : builder.getAllFields()) {
                if (!field.getModifiers().contains(JavaModifier.FINAL)) {
                    changing.add(field);
                }
            }
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

    @Test
    void shouldBuildAgain() {
        var pipeline = Pipeline.builder(Object::new);
        try (Pipeline<Object> first = pipeline.build();
                Pipeline<Object> second = pipeline.build()) {
            assertThat(first).isNotSameAs(second);
        }
        var limiter = Limiter.gradient();
        assertThat(limiter.build()).isNotSameAs(limiter.build());
        var algorithm = AimdLimit.builder().initial(3);
        assertThat(algorithm.build()).isNotSameAs(algorithm.build());
        var budget = Budget.builder().resource("memory", 1);
        assertThat(budget.build()).isNotSameAs(budget.build());
        var shutdown = CoordinatedShutdown.builder("all").phase("one", Duration.ofSeconds(1), ShutdownOrder.PARALLEL);
        assertThat(shutdown.build()).isNotSameAs(shutdown.build());
    }
}
