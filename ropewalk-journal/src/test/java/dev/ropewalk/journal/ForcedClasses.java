package dev.ropewalk.journal;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A second copy of the journal's classes, in which every force of the JDK is one of {@link ForcedDisk}. */
final class ForcedClasses extends ClassLoader {
    private static final String PACKAGE = "dev.ropewalk.journal.";
    private static final ClassDesc DISK = ClassDesc.of(ForcedDisk.class.getName());
    private static final ClassDesc CHANNEL = describe(FileChannel.class);
    private static final ClassDesc FILES = describe(Files.class);
    private static final ClassDesc MEMORY = describe(MemorySegment.class);

    private final @Nullable Class<?> withoutForces;

    ForcedClasses() {
        this(null);
    }

    /** Makes one in which a class forces nothing: a broken twin. */
    ForcedClasses(@Nullable Class<?> withoutForces) {
        super(ForcedClasses.class.getClassLoader());
        this.withoutForces = withoutForces;
    }

    private static ClassDesc describe(Class<?> type) {
        return ClassDesc.of(type.getName());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(PACKAGE) || name.startsWith(ForcedDisk.class.getName())) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known != null ? known : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            ClassFile format = ClassFile.of();
            byte[] original = Objects.requireNonNull(in, name).readAllBytes();
            boolean forces = withoutForces == null || !name.equals(withoutForces.getName());
            byte[] changed = format.transformClass(
                    format.parse(original),
                    ClassTransform.transformingMethodBodies((code, element) -> replace(code, element, forces)));
            return defineClass(name, changed, 0, changed.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private static void replace(CodeBuilder code, CodeElement element, boolean forces) {
        if (!(element instanceof InvokeInstruction call)) {
            code.with(element);
            return;
        }
        ClassDesc owner = call.owner().asSymbol();
        String what = call.name().stringValue();
        MethodTypeDesc type = call.typeSymbol();
        if (owner.equals(MEMORY) && what.equals("force") && type.parameterCount() == 0) {
            if (forces) {
                code.invokestatic(DISK, what, MethodTypeDesc.of(ConstantDescs.CD_void, MEMORY));
            } else {
                code.pop();
            }
        } else if (owner.equals(CHANNEL) && what.equals("force")) {
            if (forces) {
                code.invokestatic(
                        DISK, what, MethodTypeDesc.of(ConstantDescs.CD_void, CHANNEL, ConstantDescs.CD_boolean));
            } else {
                code.pop2();
            }
        } else if (owner.equals(CHANNEL) && what.equals("map") && type.parameterCount() == 4) {
            code.invokestatic(DISK, what, type.insertParameterTypes(0, CHANNEL));
        } else if (owner.equals(CHANNEL)
                && what.equals("open")
                && type.equals(MethodTypeDesc.of(
                        CHANNEL,
                        describe(Path.class),
                        describe(OpenOption.class).arrayType()))) {
            code.invokestatic(DISK, what, type);
        } else if (owner.equals(FILES) && what.equals("createFile")) {
            code.invokestatic(DISK, what, type);
        } else {
            code.with(element);
        }
    }
}
