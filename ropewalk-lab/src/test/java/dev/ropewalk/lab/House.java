package dev.ropewalk.lab;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;

/** The classes of all modules without their tests, read once for all who look at them: it takes about ten seconds. */
final class House {
    static final String PACKAGE = "dev.ropewalk";
    static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages(PACKAGE);

    private House() {}

    /** Returns the classes of modules, which are named by their packages within {@value #PACKAGE}. */
    static JavaClasses of(List<String> modules) {
        return CLASSES.that(resideInAnyPackage(
                modules.stream().map(module -> PACKAGE + "." + module + "..").toArray(String[]::new)));
    }
}
