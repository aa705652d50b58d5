package dev.ropewalk.actor;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.ropewalk.actor.testkit.ActorTestKit;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A user of the test kit chooses the test framework. */
class TestKitDependenciesTest {
    @Test
    void shouldNeedNothingButTheActors() throws Exception {
        Path compiled = Path.of(ActorTestKit.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        JavaClasses kit = new ClassFileImporter().importPaths(List.of(compiled.resolve("dev/ropewalk/actor/testkit")));

        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jspecify..",
                        "dev.ropewalk.scheduler",
                        "dev.ropewalk.actor",
                        "dev.ropewalk.actor.testkit")
                .check(kit);
    }
}
