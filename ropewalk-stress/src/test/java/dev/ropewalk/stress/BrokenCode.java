package dev.ropewalk.stress;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.AccessFlags;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.instruction.FieldInstruction;
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
    private static final String HARNESS = BrokenCode.class.getPackageName();

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
        if (!name.startsWith(HOUSE) || name.substring(0, name.lastIndexOf('.')).equals(HARNESS)) {
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
            boolean isHere = switch (flaw.flaw()) {
                case NOT_VOLATILE ->
                    Arrays.stream(type.getDeclaredFields())
                            .anyMatch(field -> field.getName().equals(flaw.of()));
                case NOT_SYNCHRONIZED -> hasMethod(type, flaw.of());
                default -> hasMethod(type, flaw.method());
            };
            if (isHere) {
                return type;
            }
        }
        throw new IllegalArgumentException("there is nothing to break: " + flaw);
    }

    private static boolean hasMethod(Class<?> type, String name) {
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(method -> method.getName().equals(name));
    }

    static byte[] broken(byte[] code, BrokenBy flaw) {
        AtomicBoolean changed = new AtomicBoolean();
        ClassTransform change = switch (flaw.flaw()) {
            case NOT_VOLATILE -> fields(flaw, changed);
            case NOT_SYNCHRONIZED -> modifiers(flaw, changed);
            default -> methods(flaw, changed);
        };
        byte[] result = ClassFile.of().transformClass(ClassFile.of().parse(code), change);
        if (!changed.get()) {
            throw new IllegalArgumentException("there is nothing to break: " + flaw);
        }
        return result;
    }

    private static ClassTransform methods(BrokenBy flaw, AtomicBoolean changed) {
        return (type, member) -> {
            if (member instanceof MethodModel method
                    && method.methodName().equalsString(flaw.method())
                    && method.code().isPresent()
                    && method.code().get().elementStream().anyMatch(element -> isPlace(element, flaw))) {
                changed.set(true);
                CodeTransform change = flaw.flaw() == Flaw.TOO_LATE
                        ? new Late(method.code().get(), element -> isPlace(element, flaw))
                        : (body, element) -> copyOrBreak(body, element, flaw);
                type.transformMethod(method, MethodTransform.transformingCode(change));
            } else {
                type.with(member);
            }
        };
    }

    private static boolean isPlace(CodeElement element, BrokenBy flaw) {
        return switch (element) {
            case InvokeInstruction call -> call.name().equalsString(flaw.of());
            case FieldInstruction access ->
                access.name().equalsString(flaw.of()) && flaw.flaw().fits(access);
            default -> false;
        };
    }

    private static void copyOrBreak(CodeBuilder body, CodeElement element, BrokenBy flaw) {
        if (!isPlace(element, flaw)) {
            body.with(element);
        } else if (element instanceof InvokeInstruction call) {
            flaw.flaw().replace(body, call);
        } else if (element instanceof FieldInstruction access) {
            flaw.flaw().replace(body, access);
        }
    }

    private static ClassTransform modifiers(BrokenBy flaw, AtomicBoolean changed) {
        return ClassTransform.transformingMethods(
                method -> method.methodName().equalsString(flaw.of())
                        && method.flags().has(AccessFlag.SYNCHRONIZED),
                (method, element) -> {
                    if (element instanceof AccessFlags flags) {
                        method.withFlags(flags.flagsMask() & ~ClassFile.ACC_SYNCHRONIZED);
                        changed.set(true);
                    } else {
                        method.with(element);
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
