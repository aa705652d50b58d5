package dev.ropewalk.stress;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.AccessFlag;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A loader of this project's classes for one broken twin: those that {@link BrokenBy} names get its flaws, all others are as they
 * are. It loads them anew, so that the twins and the proofs in one JVM don't know of each other.
 */
final class BrokenCode extends ClassLoader {
    private static final String HOUSE = "dev.ropewalk.";
    private static final String HARNESS = BrokenCode.class.getPackageName() + ".";

    private final List<BrokenBy> flaws;

    private BrokenCode(List<BrokenBy> flaws) {
        super(BrokenCode.class.getClassLoader());
        this.flaws = flaws;
    }

    /** Returns the flaws of a proof's twin; none if its twin is a class of its own. */
    static List<BrokenBy> flawsOf(String proof) {
        try {
            return List.of(Class.forName(proof, false, BrokenCode.class.getClassLoader())
                    .getAnnotationsByType(BrokenBy.class));
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException("no proof " + proof, e);
        }
    }

    /** Returns a loader of the classes of a proof's twin. */
    static BrokenCode of(String proof) {
        return new BrokenCode(flawsOf(proof));
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(HOUSE) || name.startsWith(HARNESS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null) {
                byte[] code = broken(name, bytesOf(name));
                loaded = defineClass(name, code, 0, code.length);
            }
            return loaded;
        }
    }

    private byte[] bytesOf(String name) throws ClassNotFoundException {
        try (InputStream code = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (code == null) {
                throw new ClassNotFoundException(name);
            }
            return code.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private byte[] broken(String name, byte[] code) {
        byte[] result = code;
        for (BrokenBy flaw : flaws) {
            if (placeOf(flaw).getName().equals(name)) {
                result = broken(result, flaw);
            }
        }
        return result;
    }

    /** Returns the class that declares what a flaw changes: the class it names or one above. */
    private static Class<?> placeOf(BrokenBy flaw) {
        for (Class<?> type = flaw.in(); type != null; type = type.getSuperclass()) {
            boolean isHere = flaw.flaw() == Flaw.NOT_VOLATILE
                    ? Arrays.stream(type.getDeclaredFields())
                            .anyMatch(field -> field.getName().equals(flaw.of()))
                    : Arrays.stream(type.getDeclaredMethods())
                            .anyMatch(method -> method.getName().equals(flaw.method()));
            if (isHere) {
                return type;
            }
        }
        throw new IllegalArgumentException("there is nothing to break: " + flaw);
    }

    private static byte[] broken(byte[] code, BrokenBy flaw) {
        AtomicBoolean changed = new AtomicBoolean();
        ClassTransform change = flaw.flaw() == Flaw.NOT_VOLATILE ? fields(flaw, changed) : methods(flaw, changed);
        byte[] result = ClassFile.of().transformClass(ClassFile.of().parse(code), change);
        if (!changed.get()) {
            throw new IllegalArgumentException("there is nothing to break: " + flaw);
        }
        return result;
    }

    private static ClassTransform methods(BrokenBy flaw, AtomicBoolean changed) {
        return ClassTransform.transformingMethodBodies(
                method -> method.methodName().equalsString(flaw.method()), (body, element) -> {
                    if (element instanceof InvokeInstruction call && call.name().equalsString(flaw.of())) {
                        flaw.flaw().replace(body, call);
                        changed.set(true);
                    } else {
                        body.with(element);
                    }
                });
    }

    private static ClassTransform fields(BrokenBy flaw, AtomicBoolean changed) {
        return (type, member) -> {
            if (member instanceof FieldModel field
                    && field.fieldName().equalsString(flaw.of())
                    && field.flags().has(AccessFlag.VOLATILE)) {
                type.transformField(field, (builder, element) -> {
                    if (element instanceof AccessFlags flags) {
                        builder.withFlags(flags.flagsMask() & ~ClassFile.ACC_VOLATILE);
                    } else {
                        builder.with(element);
                    }
                });
                changed.set(true);
            } else {
                type.with(member);
            }
        };
    }

    @Override
    public String toString() {
        return "code broken by " + flaws;
    }
}
