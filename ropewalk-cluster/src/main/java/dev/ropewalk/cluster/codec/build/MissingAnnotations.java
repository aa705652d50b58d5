package dev.ropewalk.cluster.codec.build;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.attribute.RecordComponentInfo;
import java.lang.classfile.attribute.RuntimeVisibleAnnotationsAttribute;
import java.lang.classfile.attribute.RuntimeVisibleTypeAnnotationsAttribute;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds annotations that a class file has and reflection doesn't show, because their own class isn't there. A node that doesn't see that a component may be null would write
 * other frames than one that does.
 */
final class MissingAnnotations {
    private MissingAnnotations() {}

    /**
     * Checks a record. One whose class file can't be read, as it has none, passes.
     *
     * @throws IllegalArgumentException if a component is annotated with {@code Nullable}, of which there is no class
     */
    static void check(Class<?> type) {
        String name = type.getName();
        try (InputStream file = type.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            if (file != null) {
                check(type, ClassFile.of().parse(file.readAllBytes()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the class file of " + name + " can't be read", e);
        }
    }

    private static void check(Class<?> type, ClassModel file) {
        file.findAttribute(Attributes.record()).ifPresent(components -> {
            for (RecordComponentInfo component : components.components()) {
                missing(type, component).ifPresent(annotation -> {
                    throw new IllegalArgumentException(type.getName() + '.'
                            + component.name().stringValue() + " is annotated with " + annotation
                            + ", which isn't there at run time: whether it may be null would depend on that");
                });
            }
        });
    }

    private static Optional<String> missing(Class<?> type, RecordComponentInfo component) {
        Stream<Annotation> ofComponent = component
                .findAttribute(Attributes.runtimeVisibleAnnotations())
                .map(RuntimeVisibleAnnotationsAttribute::annotations)
                .stream()
                .flatMap(annotations -> annotations.stream());
        Stream<Annotation> ofTypes = component
                .findAttribute(Attributes.runtimeVisibleTypeAnnotations())
                .map(RuntimeVisibleTypeAnnotationsAttribute::annotations)
                .stream()
                .flatMap(annotations -> annotations.stream().map(annotation -> annotation.annotation()));
        return Stream.concat(ofComponent, ofTypes)
                .map(MissingAnnotations::nameOf)
                .filter(name -> name.endsWith(".Nullable") || name.endsWith("$Nullable") || name.equals("Nullable"))
                .filter(name -> isMissing(name, type.getClassLoader()))
                .findFirst();
    }

    private static String nameOf(Annotation annotation) {
        String descriptor = annotation.className().stringValue();
        return descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
    }

    private static boolean isMissing(String annotation, ClassLoader loader) {
        try {
            Class<?> ignored = Class.forName(annotation, false, loader);
            return false;
        } catch (ClassNotFoundException | LinkageError missing) {
            return true;
        }
    }
}
