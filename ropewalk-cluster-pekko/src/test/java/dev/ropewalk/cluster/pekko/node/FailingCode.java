package dev.ropewalk.cluster.pekko.node;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ConstantDescs;

/** The classes of this module and of its tests, loaded anew, with one method that has no memory when it comes to a call. */
final class FailingCode extends ClassLoader {
    static final String FAILURE = "no memory for this call, on purpose";

    private static final String MODULE = "dev.ropewalk.cluster.pekko.";

    private final String owner;
    private final String method;
    private final String call;

    /**
     * Makes a loader.
     *
     * @param owner the class whose method fails
     * @param call before which it fails, in whatever class that is
     */
    FailingCode(Class<?> owner, String method, String call) {
        super(FailingCode.class.getClassLoader());
        this.owner = owner.getName();
        this.method = method;
        this.call = call;
    }

    /** Makes an object of one of these classes, which has a constructor without parameters. */
    <T> T make(Class<T> type, Class<? extends T> original) throws ReflectiveOperationException {
        var constructor = Class.forName(original.getName(), true, this).getDeclaredConstructor();
        constructor.setAccessible(true);
        return type.cast(constructor.newInstance());
    }

    /** What is called instead. */
    static void fail() {
        throw new OutOfMemoryError(FAILURE);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(MODULE)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            byte[] bytes = bytesOf(name);
            byte[] code = name.equals(owner) ? failing(bytes) : bytes;
            return defineClass(name, code, 0, code.length);
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

    private byte[] failing(byte[] bytes) {
        ClassFile files = ClassFile.of();
        CodeTransform code = (builder, element) -> {
            if (element instanceof InvokeInstruction invocation
                    && invocation.name().equalsString(call)) {
                builder.invokestatic(
                        FailingCode.class.describeConstable().orElseThrow(), "fail", ConstantDescs.MTD_void);
            }
            builder.with(element);
        };
        return files.transformClass(
                files.parse(bytes),
                ClassTransform.transformingMethodBodies(
                        (MethodModel candidate) -> candidate.methodName().equalsString(method), code));
    }
}
