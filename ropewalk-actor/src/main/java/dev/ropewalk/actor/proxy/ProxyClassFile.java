package dev.ropewalk.actor.proxy;

import static java.lang.constant.ConstantDescs.CD_MethodHandle;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import dev.ropewalk.actor.ActorProxy;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DynamicConstantDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.stream.Stream;

/** Writes the class of a proxy: {@code deposit(5)} calls a method handle with the proxy's target and 5. */
final class ProxyClassFile {
    private static final String TARGET = "target";
    private static final MethodTypeDesc CONSTRUCTOR_TYPE = MethodTypeDesc.of(CD_void, CD_Object);

    private ProxyClassFile() {}

    /**
     * Returns the class. It expects the handles of the methods as class data, in the same order.
     *
     * @param self the name of the class
     */
    static byte[] write(ClassDesc self, Class<?> type, List<ProxyMethod> methods) {
        List<ClassDesc> interfaces = Stream.of(type, ActorProxy.class)
                .distinct()
                .map(ProxyClassFile::desc)
                .toList();
        return ClassFile.of().build(self, proxy -> {
            proxy.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC)
                    .withInterfaceSymbols(interfaces)
                    .withField(TARGET, CD_Object, ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL);
            writeConstructor(proxy, self);
            for (int i = 0; i < methods.size(); i++) {
                writeMethod(proxy, self, methods.get(i), i);
            }
        });
    }

    private static void writeConstructor(ClassBuilder proxy, ClassDesc self) {
        proxy.withMethodBody(
                INIT_NAME,
                CONSTRUCTOR_TYPE,
                ClassFile.ACC_PRIVATE,
                code -> code.aload(0)
                        .invokespecial(CD_Object, INIT_NAME, MTD_void)
                        .aload(0)
                        .aload(1)
                        .putfield(self, TARGET, CD_Object)
                        .return_());
    }

    private static void writeMethod(ClassBuilder proxy, ClassDesc self, ProxyMethod method, int index) {
        MethodTypeDesc type = desc(method.type());
        var handle = DynamicConstantDesc.ofNamed(
                ConstantDescs.BSM_CLASS_DATA_AT, ConstantDescs.DEFAULT_NAME, CD_MethodHandle, index);
        proxy.withMethodBody(method.name(), type, ClassFile.ACC_PUBLIC | ClassFile.ACC_FINAL, code -> {
            code.loadConstant(handle).aload(0).getfield(self, TARGET, CD_Object);
            loadParameters(code, type);
            code.invokevirtual(
                            CD_MethodHandle, "invokeExact", desc(method.handle().type()))
                    .return_(TypeKind.from(type.returnType()));
        });
    }

    /** Pushes what a method was called with. */
    static void loadParameters(CodeBuilder code, MethodTypeDesc type) {
        for (int i = 0; i < type.parameterCount(); i++) {
            code.loadLocal(TypeKind.from(type.parameterType(i)), code.parameterSlot(i));
        }
    }

    static ClassDesc desc(Class<?> type) {
        return ClassDesc.ofDescriptor(type.descriptorString());
    }

    static MethodTypeDesc desc(MethodType type) {
        return MethodTypeDesc.ofDescriptor(type.descriptorString());
    }
}
