package dev.ropewalk.cluster.link;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.util.concurrent.atomic.AtomicInteger;

/** The classes of a room and of its tests, with one call of one method left out. */
public final class Twin extends ClassLoader {
    private final String room;
    private final String owner;
    private final String method;
    private final String call;
    private final boolean answer;
    private final AtomicInteger found = new AtomicInteger();

    /**
     * Makes a twin.
     *
     * @param owner the class whose method is broken
     * @param call what it doesn't call
     * @param answer what it takes for the answer, if the call is a question
     */
    public Twin(Class<?> owner, String method, String call, boolean answer) {
        super(Twin.class.getClassLoader());
        this.room = owner.getPackageName() + ".";
        this.owner = owner.getName();
        this.method = method;
        this.call = call;
        this.answer = answer;
    }

    /** Makes an object of one of the twin's classes, which has a constructor without parameters. */
    public <T> T make(Class<T> type, Class<? extends T> original) throws ReflectiveOperationException {
        Class<?> broken = Class.forName(owner, true, this);
        if (found.get() == 0) {
            throw new IllegalStateException(broken + " doesn't call " + call + " in " + method);
        }
        var constructor = Class.forName(original.getName(), true, this).getDeclaredConstructor();
        constructor.setAccessible(true);
        return type.cast(constructor.newInstance());
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
            byte[] twin = name.equals(owner) ? broken(bytes) : bytes;
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

    private byte[] broken(byte[] bytes) {
        ClassFile files = ClassFile.of();
        ClassModel model = files.parse(bytes);
        CodeTransform code = (builder, element) -> {
            if (element instanceof InvokeInstruction invocation
                    && invocation.name().equalsString(call)) {
                found.incrementAndGet();
                for (ClassDesc parameter :
                        invocation.typeSymbol().parameterList().reversed()) {
                    if (TypeKind.from(parameter).slotSize() == 2) {
                        builder.pop2();
                    } else {
                        builder.pop();
                    }
                }
                if (invocation.opcode() != Opcode.INVOKESTATIC) {
                    builder.pop();
                }
                ClassDesc result = invocation.typeSymbol().returnType();
                if (result.equals(ConstantDescs.CD_boolean)) {
                    builder.loadConstant(answer ? 1 : 0);
                } else if (!result.equals(ConstantDescs.CD_void)) {
                    throw new IllegalStateException(call + " returns " + result.displayName());
                }
            } else {
                builder.with(element);
            }
        };
        return files.transformClass(
                model,
                ClassTransform.transformingMethodBodies(
                        (MethodModel candidate) -> candidate.methodName().equalsString(method), code));
    }
}
