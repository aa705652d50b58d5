package dev.ropewalk.stress;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Puts instructions of a method off until the method returns, for {@link Flaw#TOO_LATE}: what they take from the stack is kept in
 * variables. One that is passed several times is made up for once, the last time. If the method doesn't come there, or throws, it is
 * left out.
 */
final class Late implements CodeTransform {
    /** An instruction to put off, the variables for what it takes, and the one that tells whether the method came there. */
    private record Place(Instruction instruction, List<TypeKind> operands, List<Integer> variables, int reached) {
        void putOff(CodeBuilder code) {
            for (int i = operands.size() - 1; i >= 0; i--) {
                code.storeLocal(operands.get(i), variables.get(i));
            }
            code.iconst_1().istore(reached);
            pushNothing(code, resultOf(instruction));
        }

        void catchUp(CodeBuilder code) {
            code.iload(reached).ifThen(late -> {
                for (int i = 0; i < operands.size(); i++) {
                    late.loadLocal(operands.get(i), variables.get(i));
                }
                late.with((CodeElement) instruction);
                Flaw.pop(late, resultOf(instruction));
            });
        }
    }

    private final Predicate<? super CodeElement> isLate;
    private final List<Instruction> instructions;
    private final List<Place> places = new ArrayList<>();
    private int passed;

    /** Creates the transformation of a method's code, in which some calls or writes are to be put off. */
    Late(CodeModel code, Predicate<? super CodeElement> isLate) {
        this.isLate = isLate;
        this.instructions =
                code.elementStream().filter(isLate).map(Instruction.class::cast).toList();
    }

    @Override
    public void atStart(CodeBuilder code) {
        for (Instruction instruction : instructions) {
            List<TypeKind> operands = operandsOf(instruction);
            List<Integer> variables = operands.stream().map(code::allocateLocal).toList();
            for (int i = 0; i < operands.size(); i++) {
                pushNothing(code, operands.get(i));
                code.storeLocal(operands.get(i), variables.get(i));
            }
            int reached = code.allocateLocal(TypeKind.INT);
            code.iconst_0().istore(reached);
            places.add(new Place(instruction, operands, variables, reached));
        }
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
        if (isLate.test(element)) {
            places.get(passed++).putOff(code);
        } else {
            if (element instanceof ReturnInstruction) {
                places.forEach(place -> place.catchUp(code));
            }
            code.with(element);
        }
    }

    private static List<TypeKind> operandsOf(Instruction instruction) {
        return switch (instruction) {
            case InvokeInstruction call -> Flaw.operands(call);
            case FieldInstruction access -> Flaw.operands(access);
            default -> throw new IllegalArgumentException("neither a call nor a write: " + instruction);
        };
    }

    private static TypeKind resultOf(Instruction instruction) {
        return instruction instanceof InvokeInstruction call
                ? TypeKind.from(call.typeSymbol().returnType())
                : TypeKind.VOID;
    }

    private static void pushNothing(CodeBuilder code, TypeKind kind) {
        switch (kind.asLoadable()) {
            case INT -> code.iconst_0();
            case LONG -> code.lconst_0();
            case FLOAT -> code.fconst_0();
            case DOUBLE -> code.dconst_0();
            case REFERENCE -> code.aconst_null();
            default -> {}
        }
    }
}
