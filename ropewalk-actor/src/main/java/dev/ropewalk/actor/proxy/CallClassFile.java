package dev.ropewalk.actor.proxy;

import static dev.ropewalk.actor.proxy.ProxyClassFile.desc;
import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Writes the class of a method's calls. For {@code void deposit(long amount)} of {@code Account}:
 *
 * {@snippet lang="text" :
 * final class Account$deposit implements Consumer {
 *     private final long argument0;
 *
 *     static Consumer of(long argument0) { return new Account$deposit(argument0); }
 *
 *     public void accept(Object implementation) { ((Account) implementation).deposit(argument0); }
 *
 *     public String toString() { return new StringJoiner(", ", "deposit(", ")").add(String.valueOf(argument0)).toString(); }
 * }
 * }
 *
 * <p>The call of a method with a result is a {@link Function}.
 */
final class CallClassFile {
    static final String FACTORY = "of";

    private static final ClassDesc CD_JOINER = desc(StringJoiner.class);
    private static final ClassDesc CD_CHARS = desc(CharSequence.class);
    private static final ClassDesc CD_ARRAYS = desc(Arrays.class);

    private final ClassDesc self;
    private final ClassDesc owner;
    private final String name;
    private final MethodTypeDesc type;

    private CallClassFile(ClassDesc self, Class<?> owner, Method method) {
        this.self = self;
        this.owner = desc(owner);
        this.name = method.getName();
        this.type = desc(MethodType.methodType(method.getReturnType(), method.getParameterTypes()));
    }

    /**
     * Returns the class.
     *
     * @param self the name of the class
     * @param owner the interface that the implementation is called by
     */
    static byte[] write(ClassDesc self, Class<?> owner, Method method) {
        return new CallClassFile(self, owner, method).write();
    }

    private byte[] write() {
        boolean isTell = type.returnType().equals(CD_void);
        ClassDesc call = desc(isTell ? Consumer.class : Function.class);
        String invoke = isTell ? "accept" : "apply";
        MethodTypeDesc invokeType = MethodTypeDesc.of(isTell ? CD_void : CD_Object, CD_Object);
        return ClassFile.of().build(self, builder -> {
            builder.withFlags(ClassFile.ACC_FINAL | ClassFile.ACC_SUPER | ClassFile.ACC_SYNTHETIC)
                    .withInterfaceSymbols(call);
            for (int i = 0; i < type.parameterCount(); i++) {
                builder.withField(field(i), type.parameterType(i), ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL);
            }
            writeConstructor(builder);
            builder.withMethodBody(FACTORY, type.changeReturnType(call), ClassFile.ACC_STATIC, this::writeFactory)
                    .withMethodBody(invoke, invokeType, ClassFile.ACC_PUBLIC, this::writeInvocation)
                    .withMethodBody(
                            "toString", MethodTypeDesc.of(CD_String), ClassFile.ACC_PUBLIC, this::writeToString);
        });
    }

    private void writeConstructor(ClassBuilder builder) {
        builder.withMethodBody(INIT_NAME, type.changeReturnType(CD_void), ClassFile.ACC_PRIVATE, code -> {
            code.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void);
            for (int i = 0; i < type.parameterCount(); i++) {
                ClassDesc argument = type.parameterType(i);
                code.aload(0)
                        .loadLocal(TypeKind.from(argument), code.parameterSlot(i))
                        .putfield(self, field(i), argument);
            }
            code.return_();
        });
    }

    private void writeFactory(CodeBuilder code) {
        code.new_(self).dup();
        ProxyClassFile.loadParameters(code, type);
        code.invokespecial(self, INIT_NAME, type.changeReturnType(CD_void)).areturn();
    }

    private void writeInvocation(CodeBuilder code) {
        code.aload(1).checkcast(owner);
        for (int i = 0; i < type.parameterCount(); i++) {
            code.aload(0).getfield(self, field(i), type.parameterType(i));
        }
        code.invokeinterface(owner, name, type);
        code.return_(TypeKind.from(type.returnType()));
    }

    private void writeToString(CodeBuilder code) {
        code.new_(CD_JOINER)
                .dup()
                .loadConstant(", ")
                .loadConstant(name + "(")
                .loadConstant(")")
                .invokespecial(CD_JOINER, INIT_NAME, MethodTypeDesc.of(CD_void, CD_CHARS, CD_CHARS, CD_CHARS));
        for (int i = 0; i < type.parameterCount(); i++) {
            code.aload(0).getfield(self, field(i), type.parameterType(i));
            writeText(code, type.parameterType(i));
            code.invokevirtual(CD_JOINER, "add", MethodTypeDesc.of(CD_JOINER, CD_CHARS));
        }
        code.invokevirtual(CD_JOINER, "toString", MethodTypeDesc.of(CD_String)).areturn();
    }

    /** Replaces the argument on the stack by its text. */
    private static void writeText(CodeBuilder code, ClassDesc argument) {
        if (!argument.isArray()) {
            code.invokestatic(CD_String, "valueOf", MethodTypeDesc.of(CD_String, printed(argument)));
        } else if (argument.componentType().isPrimitive()) {
            code.invokestatic(CD_ARRAYS, "toString", MethodTypeDesc.of(CD_String, argument));
        } else {
            code.invokestatic(CD_ARRAYS, "deepToString", MethodTypeDesc.of(CD_String, CD_Object.arrayType()));
        }
    }

    private static ClassDesc printed(ClassDesc argument) {
        return switch (TypeKind.from(argument)) {
            case REFERENCE -> CD_Object;
            case BYTE, SHORT -> CD_int;
            default -> argument;
        };
    }

    private static String field(int index) {
        return "argument" + index;
    }
}
