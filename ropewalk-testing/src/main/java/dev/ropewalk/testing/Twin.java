package dev.ropewalk.testing;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;

/** The classes of some packages, and of their tests, loaded anew, with one call of one method changed. */
public final class Twin extends ClassLoader {
    /** What is said by the error that a twin throws by {@link #failing}. */
    public static final String FAILURE = "no memory for this call, on purpose";

    private final String room;
    private final String owner;
    private final String method;
    private final String call;
    private final BiConsumer<CodeBuilder, InvokeInstruction> change;
    private final AtomicInteger found = new AtomicInteger();

    private Twin(
            String room, String owner, String method, String call, BiConsumer<CodeBuilder, InvokeInstruction> change) {
        super(Twin.class.getClassLoader());
        this.room = room + ".";
        this.owner = owner;
        this.method = method;
        this.call = call;
        this.change = change;
    }

    /**
     * Returns the classes of a package, of which one doesn't call something.
     *
     * @param owner the class whose method is broken
     * @param call what it doesn't call
     * @param answer what it takes for the answer, if the call is a question
     */
    public static Twin without(Class<?> owner, String method, String call, boolean answer) {
        return without(owner.getPackageName(), owner.getName(), method, call, answer);
    }

    /**
     * Returns the classes of packages that begin alike, of which one doesn't call something.
     *
     * @param room how the packages begin
     * @param owner the name of the class whose method is broken
     */
    public static Twin without(String room, String owner, String method, String call, boolean answer) {
        return new Twin(room, owner, method, call, (code, left) -> leaveOut(code, left, answer));
    }

    /**
     * Returns the classes of packages that begin alike, of which one has no memory when it comes to a call.
     *
     * @param room how the packages begin
     */
    public static Twin failing(String room, Class<?> owner, String method, String call) {
        return new Twin(
                room,
                owner.getName(),
                method,
                call,
                (code, failing) -> code.invokestatic(
                                Twin.class.describeConstable().orElseThrow(), "fail", ConstantDescs.MTD_void)
                        .with(failing));
    }

    /** Makes an object of one of these classes, which has a constructor without parameters. */
    public <T> T make(Class<T> type, Class<? extends T> original) throws ReflectiveOperationException {
        Class<?> changed = Class.forName(owner, true, this);
        if (found.get() == 0) {
            throw new IllegalStateException(changed + " doesn't call " + call + " in " + method);
        }
        var constructor = Class.forName(original.getName(), true, this).getDeclaredConstructor();
        constructor.setAccessible(true);
        return type.cast(constructor.newInstance());
    }

    /** Throws what a twin throws that is failing. */
    public static void fail() {
        throw new OutOfMemoryError(FAILURE);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(room)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            byte[] bytes = bytesOf(name);
            byte[] twin = name.equals(owner) ? changed(bytes) : bytes;
            return defineClass(name, twin, 0, twin.length);
        }
    }

    private byte[] bytesOf(String name) throws ClassNotFoundException {
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private byte[] changed(byte[] bytes) {
        ClassFile files = ClassFile.of();
        CodeTransform code = this::copyOrChange;
        return files.transformClass(
                files.parse(bytes),
                ClassTransform.transformingMethodBodies(
                        (MethodModel candidate) -> candidate.methodName().equalsString(method), code));
    }

    private void copyOrChange(CodeBuilder code, CodeElement element) {
        if (element instanceof InvokeInstruction invocation && invocation.name().equalsString(call)) {
            found.incrementAndGet();
            change.accept(code, invocation);
        } else {
            code.with(element);
        }
    }

    private static void leaveOut(CodeBuilder code, InvokeInstruction left, boolean answer) {
        for (ClassDesc parameter : left.typeSymbol().parameterList().reversed()) {
            if (TypeKind.from(parameter).slotSize() == 2) {
                code.pop2();
            } else {
                code.pop();
            }
        }
        if (left.opcode() != Opcode.INVOKESTATIC) {
            code.pop();
        }
        ClassDesc result = left.typeSymbol().returnType();
        if (result.equals(ConstantDescs.CD_boolean)) {
            code.loadConstant(answer ? 1 : 0);
        } else if (!result.equals(ConstantDescs.CD_void)) {
            throw new IllegalStateException(left.name() + " returns " + result.displayName());
        }
    }
}
