package dev.ropewalk.stress;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** What a broken twin does in place of a call, or of a read or a write of a field. */
public enum Flaw {
    /** Nothing. For calls without a result, such as a fence or a wake-up, and for writes of a field. */
    LEFT_OUT {
        @Override
        void replace(CodeBuilder code, InvokeInstruction call) {
            require(call, call.typeSymbol().returnType().equals(ConstantDescs.CD_void), "it has a result");
            drop(code, call);
        }

        @Override
        boolean fits(FieldInstruction access) {
            return isWrite(access);
        }

        @Override
        void replace(CodeBuilder code, FieldInstruction access) {
            drop(code, access);
        }
    },

    /**
     * The same, but only when the method returns: after all that ought to come behind it. For a call whose result isn't used, or a
     * write of a field.
     */
    TOO_LATE {
        @Override
        void replace(CodeBuilder code, InvokeInstruction call) {
            throw new IllegalArgumentException("a call of " + call.name().stringValue() + " can't be replaced by "
                    + this + ": the class Late moves it to the end of its method");
        }

        @Override
        boolean fits(FieldInstruction access) {
            return isWrite(access);
        }
    },

    /** The answer is true; the call isn't made, or the field not read. */
    ALWAYS_TRUE {
        @Override
        void replace(CodeBuilder code, InvokeInstruction call) {
            answer(code, call, true);
        }

        @Override
        boolean fits(FieldInstruction access) {
            return isAnswer(access);
        }

        @Override
        void replace(CodeBuilder code, FieldInstruction access) {
            answer(code, access, true);
        }
    },

    /** The answer is false; the call isn't made, or the field not read. */
    ALWAYS_FALSE {
        @Override
        void replace(CodeBuilder code, InvokeInstruction call) {
            answer(code, call, false);
        }

        @Override
        boolean fits(FieldInstruction access) {
            return isAnswer(access);
        }

        @Override
        void replace(CodeBuilder code, FieldInstruction access) {
            answer(code, access, false);
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

    /** An atomic operation, such as a compare-and-set, becomes a look and a store, between which other threads may store. */
    NOT_ATOMIC {
        @Override
        void replace(CodeBuilder code, InvokeInstruction call) {
            String name = call.name().stringValue();
            List<ClassDesc> parameters = new ArrayList<>();
            parameters.add(call.owner().asSymbol());
            call.typeSymbol().parameterList().stream().map(Flaw::erased).forEach(parameters::add);
            MethodTypeDesc type = MethodTypeDesc.of(erased(call.typeSymbol().returnType()), parameters);
            require(call, isKnown(name, type), "it is atomic in no way that is known");
            code.invokestatic(NOT_ATOMIC_OPERATIONS, name, type);
            if (!call.typeSymbol().returnType().isPrimitive()) {
                code.checkcast(call.typeSymbol().returnType());
            }
        }

        private static boolean isKnown(String name, MethodTypeDesc type) {
            return Arrays.stream(NotAtomic.class.getDeclaredMethods())
                    .anyMatch(method -> method.getName().equals(name)
                            && type.returnType().equals(described(method.getReturnType()))
                            && type.parameterList()
                                    .equals(Stream.of(method.getParameterTypes())
                                            .map(Flaw::described)
                                            .toList()));
        }
    },

    /** The call is made, and a pause comes after it: no flaw, but room for the race that another one makes. */
    SLOW {
        @Override
        void replace(CodeBuilder code, InvokeInstruction call) {
            code.with((CodeElement) call);
            code.invokestatic(NOT_ATOMIC_OPERATIONS, "dawdle", ConstantDescs.MTD_void);
        }
    },

    /** A method that is named instead of a call loses its {@code synchronized}. */
    NOT_SYNCHRONIZED {
        @Override
        void replace(CodeBuilder code, InvokeInstruction call) {
            throw new IllegalArgumentException(
                    "a call is not synchronized: " + call.name().stringValue());
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

    private static final ClassDesc NOT_ATOMIC_OPERATIONS =
            NotAtomic.class.describeConstable().orElseThrow();

    /** Writes the code that stands in place of a call; receiver and arguments are on the stack. */
    abstract void replace(CodeBuilder code, InvokeInstruction call);

    /** Returns whether an access to a field that is named instead of a call can have this flaw. */
    boolean fits(FieldInstruction access) {
        return false;
    }

    /** Writes the code that stands in place of an access that {@link #fits}; its owner and a value to write are on the stack. */
    void replace(CodeBuilder code, FieldInstruction access) {
        throw new IllegalArgumentException(
                "an access to " + access.name().stringValue() + " can't be broken by " + this);
    }

    /** Writes the code that answers a question in place of a call. */
    void answer(CodeBuilder code, InvokeInstruction call, boolean answer) {
        require(call, call.typeSymbol().returnType().equals(ConstantDescs.CD_boolean), "it answers neither yes nor no");
        drop(code, call);
        push(code, answer);
    }

    /** Writes the code that answers a question in place of a read. */
    void answer(CodeBuilder code, FieldInstruction access, boolean answer) {
        drop(code, access);
        push(code, answer);
    }

    private static void push(CodeBuilder code, boolean answer) {
        code.loadConstant(answer ? 1 : 0);
    }

    private static boolean isWrite(FieldInstruction access) {
        return access.opcode() == Opcode.PUTFIELD || access.opcode() == Opcode.PUTSTATIC;
    }

    private static boolean isAnswer(FieldInstruction access) {
        return !isWrite(access) && access.typeSymbol().equals(ConstantDescs.CD_boolean);
    }

    private static ClassDesc erased(ClassDesc type) {
        return type.isPrimitive() ? type : ConstantDescs.CD_Object;
    }

    private static ClassDesc described(Class<?> type) {
        return type.describeConstable().orElseThrow();
    }

    private static void drop(CodeBuilder code, InvokeInstruction call) {
        List<TypeKind> operands = operands(call);
        operands.reversed().forEach(kind -> pop(code, kind));
    }

    private static void drop(CodeBuilder code, FieldInstruction access) {
        List<TypeKind> operands = operands(access);
        operands.reversed().forEach(kind -> pop(code, kind));
    }

    /** Returns the kinds of what a call takes from the stack, the topmost last. */
    static List<TypeKind> operands(InvokeInstruction call) {
        List<TypeKind> kinds = new ArrayList<>();
        if (call.opcode() != Opcode.INVOKESTATIC) {
            kinds.add(TypeKind.REFERENCE);
        }
        call.typeSymbol().parameterList().stream().map(TypeKind::from).forEach(kinds::add);
        return kinds;
    }

    /** Returns the kinds of what an access to a field takes from the stack, the topmost last. */
    static List<TypeKind> operands(FieldInstruction access) {
        List<TypeKind> kinds = new ArrayList<>();
        if (access.opcode() == Opcode.PUTFIELD || access.opcode() == Opcode.GETFIELD) {
            kinds.add(TypeKind.REFERENCE);
        }
        if (isWrite(access)) {
            kinds.add(TypeKind.from(access.typeSymbol()));
        }
        return kinds;
    }

    static void pop(CodeBuilder code, TypeKind kind) {
        if (kind.slotSize() == 2) {
            code.pop2();
        } else if (kind.slotSize() == 1) {
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
