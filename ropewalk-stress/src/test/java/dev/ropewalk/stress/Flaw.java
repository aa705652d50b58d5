package dev.ropewalk.stress;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;

/** What a broken twin does in place of a call. */
public enum Flaw {
    /** Nothing: the call is left out. For calls without a result, such as a fence or a wake-up. */
    LEFT_OUT {
        @Override
        void replace(CodeBuilder code, InvokeInstruction call) {
            require(call, call.typeSymbol().returnType().equals(ConstantDescs.CD_void), "it has a result");
            drop(code, call);
        }
    },

    /** The call is left out, and its answer is true. */
    ALWAYS_TRUE {
        @Override
        void replace(CodeBuilder code, InvokeInstruction call) {
            require(
                    call,
                    call.typeSymbol().returnType().equals(ConstantDescs.CD_boolean),
                    "it answers neither yes nor no");
            drop(code, call);
            code.iconst_1();
        }
    },

    /** The call is left out, and its answer is false. */
    ALWAYS_FALSE {
        @Override
        void replace(CodeBuilder code, InvokeInstruction call) {
            require(
                    call,
                    call.typeSymbol().returnType().equals(ConstantDescs.CD_boolean),
                    "it answers neither yes nor no");
            drop(code, call);
            code.iconst_0();
        }
    },

    /** A volatile store of a {@code VarHandle} becomes a release store: later loads may come before it. */
    WITHOUT_FENCE {
        @Override
        void replace(CodeBuilder code, InvokeInstruction call) {
            require(call, call.name().equalsString("setVolatile"), "it is no volatile store");
            code.invokevirtual(call.owner().asSymbol(), "setRelease", call.typeSymbol());
        }
    },

    /** A compare-and-set or an exchange becomes a look and a store, between which other threads may store. */
    NOT_ATOMIC {
        @Override
        void replace(CodeBuilder code, InvokeInstruction call) {
            String name = call.name().stringValue();
            require(
                    call,
                    name.equals("compareAndSet") || name.equals("getAndSet"),
                    "it is atomic in no way that is known");
            List<ClassDesc> parameters = new ArrayList<>();
            parameters.add(call.owner().asSymbol());
            call.typeSymbol().parameterList().stream().map(Flaw::erased).forEach(parameters::add);
            code.invokestatic(
                    ClassDesc.of(Flaw.class.getPackageName(), "NotAtomic"),
                    name,
                    MethodTypeDesc.of(erased(call.typeSymbol().returnType()), parameters));
            if (!call.typeSymbol().returnType().isPrimitive()) {
                code.checkcast(call.typeSymbol().returnType());
            }
        }
    },

    /** A field that is named instead of a call loses its {@code volatile}. */
    NOT_VOLATILE {
        @Override
        void replace(CodeBuilder code, InvokeInstruction call) {
            throw new IllegalArgumentException(
                    "a call is not volatile: " + call.name().stringValue());
        }
    };

    /** Writes the code that stands in place of a call; receiver and arguments are on the stack. */
    abstract void replace(CodeBuilder code, InvokeInstruction call);

    private static ClassDesc erased(ClassDesc type) {
        return type.isPrimitive() ? type : ConstantDescs.CD_Object;
    }

    private static void drop(CodeBuilder code, InvokeInstruction call) {
        MethodTypeDesc type = call.typeSymbol();
        for (int i = type.parameterCount() - 1; i >= 0; i--) {
            pop(code, TypeKind.from(type.parameterType(i)));
        }
        if (call.opcode() != Opcode.INVOKESTATIC) {
            pop(code, TypeKind.REFERENCE);
        }
    }

    private static void pop(CodeBuilder code, TypeKind kind) {
        if (kind.slotSize() == 2) {
            code.pop2();
        } else {
            code.pop();
        }
    }

    void require(InvokeInstruction call, boolean fits, String why) {
        if (!fits) {
            throw new IllegalArgumentException(
                    "a call of " + call.name().stringValue() + " can't be broken by " + this + ": " + why);
        }
    }
}
