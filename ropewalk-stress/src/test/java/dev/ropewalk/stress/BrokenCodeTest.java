package dev.ropewalk.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.stress.sample.Base;
import dev.ropewalk.stress.sample.Sample;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BrokenCodeTest {
    private static final String LAST_NOTE = "callInOrder";

    @BrokenBy(in = Sample.class, method = "calls", of = "note", flaw = Flaw.LEFT_OUT)
    private static final class NoNote {}

    @BrokenBy(in = Sample.class, method = "calls", of = "wide", flaw = Flaw.LEFT_OUT)
    @BrokenBy(in = Sample.class, method = "calls", of = "outside", flaw = Flaw.LEFT_OUT)
    private static final class NoWideArguments {}

    @Test
    void shouldLeaveOutCalls() throws Exception {
        assertThat(run(Sample.class, NoNote.class, "calls")).isEqualTo(List.of("1 2.0 true"));
        assertThat(run(Sample.class, NoWideArguments.class, "calls")).isEqualTo(List.of("first"));
    }

    @BrokenBy(in = Sample.class, method = "writes", of = "written", flaw = Flaw.LEFT_OUT)
    private static final class NoStaticWrite {}

    @BrokenBy(in = Sample.class, method = "writes", of = "sum", flaw = Flaw.LEFT_OUT)
    @BrokenBy(in = Sample.class, method = "writes", of = "number", flaw = Flaw.LEFT_OUT)
    private static final class NoWrites {}

    @Test
    void shouldLeaveOutWritesAndKeepReads() throws Exception {
        assertThat(run(Sample.class, NoStaticWrite.class, "writes", 3.0)).isEqualTo(4.0);
        assertThat(run(Sample.class, NoWrites.class, "writes", 3.0)).isEqualTo(3.0);
    }

    @BrokenBy(in = Sample.class, method = "inOrder", of = "name", flaw = Flaw.TOO_LATE)
    private static final class LateWrite {}

    @Test
    void shouldWriteTooLate() throws Exception {
        Object sample = newTwin(Sample.class, LateWrite.class);

        assertThat(call(sample, "inOrder", true)).isEqualTo("old");
        assertThat(call(sample, "inOrder", false)).isEqualTo("new");
    }

    @BrokenBy(in = Sample.class, method = "callInOrder", of = "count", flaw = Flaw.TOO_LATE)
    private static final class LateCall {}

    @BrokenBy(in = Sample.class, method = "throwsAfterwards", of = "note", flaw = Flaw.TOO_LATE)
    private static final class LateCallThatIsMissed {}

    @Test
    void shouldCallTooLate() throws Exception {
        assertThat(run(Sample.class, LateCall.class, LAST_NOTE, 0)).isEqualTo(List.of("late"));
        assertThat(run(Sample.class, LateCall.class, LAST_NOTE, 1)).isEqualTo(List.of("late", "early2"));
        assertThat(run(Sample.class, LateCall.class, LAST_NOTE, 2)).isEqualTo(List.of("early2"));
        assertThat(run(Sample.class, LateCallThatIsMissed.class, "throwsAfterwards"))
                .isEqualTo(List.of("early"));
    }

    @BrokenBy(in = Sample.class, method = "asks", of = "isOpen", flaw = Flaw.ALWAYS_TRUE)
    private static final class CallTrue {}

    @BrokenBy(in = Sample.class, method = "asks", of = "open", flaw = Flaw.ALWAYS_TRUE)
    private static final class FieldTrue {}

    @BrokenBy(in = Sample.class, method = "asks", of = "isOpen", flaw = Flaw.ALWAYS_TRUE)
    @BrokenBy(in = Sample.class, method = "asks", of = "isOpen", flaw = Flaw.ALWAYS_FALSE)
    private static final class SecondOfTwo {}

    @BrokenBy(in = Sample.class, method = "asks", of = "isOpen", flaw = Flaw.ALWAYS_FALSE)
    @BrokenBy(in = Sample.class, method = "asks", of = "open", flaw = Flaw.ALWAYS_FALSE)
    @BrokenBy(in = Sample.class, method = "atomics", of = "compareAndSet", flaw = Flaw.ALWAYS_TRUE)
    private static final class AllAnswers {}

    @Test
    void shouldAnswerWithoutLooking() throws Exception {
        assertThat(run(Sample.class, CallTrue.class, "asks")).isEqualTo(true);
        assertThat(run(Sample.class, FieldTrue.class, "asks")).isEqualTo(true);

        Object sample = newTwin(Sample.class, AllAnswers.class);
        assertThat((String) call(sample, "atomics")).doesNotContain("[false");
        assertThat(call(sample, "asks")).isEqualTo(false);
    }

    @Test
    void shouldFindNothingToBreakWhereAnotherFlawWas() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> newTwin(Sample.class, SecondOfTwo.class))
                .withMessageContaining("nothing to break");
    }

    @BrokenBy(in = Sample.class, method = "fences", of = "setVolatile", flaw = Flaw.WITHOUT_FENCE)
    private static final class NoFence {}

    @Test
    void shouldStoreWithoutFence() throws Exception {
        assertThat(callsIn(Sample.class, NoFence.class, "fences")).containsExactly("setRelease", "getVolatile");
        assertThat(run(Sample.class, NoFence.class, "fences")).isEqualTo(7);
    }

    @BrokenBy(in = Sample.class, method = "calls", of = "wide", flaw = Flaw.SLOW)
    private static final class SlowCall {}

    @Test
    void shouldPauseAfterACall() throws Exception {
        assertThat(callsIn(Sample.class, SlowCall.class, "calls")).containsExactly("note", "wide", "dawdle", "outside");
        assertThat(run(Sample.class, SlowCall.class, "calls")).isEqualTo(new Sample().calls());
    }

    @BrokenBy(in = Sample.class, method = "atomics", of = "compareAndSet", flaw = Flaw.NOT_ATOMIC)
    @BrokenBy(in = Sample.class, method = "atomics", of = "getAndSet", flaw = Flaw.NOT_ATOMIC)
    @BrokenBy(in = Sample.class, method = "atomics", of = "getAndAdd", flaw = Flaw.NOT_ATOMIC)
    @BrokenBy(in = Sample.class, method = "atomics", of = "getAndIncrement", flaw = Flaw.NOT_ATOMIC)
    private static final class NothingAtomic {}

    @Test
    void shouldDoTheSameInAloneThreadThatIsNotAtomic() throws Exception {
        assertThat(run(Sample.class, NothingAtomic.class, "atomics")).isEqualTo(new Sample().atomics());
    }

    @BrokenBy(in = Sample.class, of = "inTurn", flaw = Flaw.NOT_SYNCHRONIZED)
    private static final class NotInTurn {}

    @BrokenBy(in = Sample.class, of = "fences", flaw = Flaw.NOT_SYNCHRONIZED)
    private static final class NotInTurnAnyway {}

    @Test
    void shouldTakeSynchronizedAway() throws Exception {
        Class<?> twin = newTwin(Sample.class, NotInTurn.class).getClass();

        assertThat(Modifier.isSynchronized(
                        Sample.class.getDeclaredMethod("inTurn").getModifiers()))
                .isTrue();
        assertThat(Modifier.isSynchronized(twin.getDeclaredMethod("inTurn").getModifiers()))
                .isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> newTwin(Sample.class, NotInTurnAnyway.class))
                .withMessageContaining("nothing to break");
    }

    @BrokenBy(in = Base.class, of = "shared", flaw = Flaw.NOT_VOLATILE)
    private static final class NotShared {}

    @BrokenBy(in = Sample.class, of = "shared", flaw = Flaw.NOT_VOLATILE)
    private static final class NotSharedBySubclass {}

    @ParameterizedTest
    @ValueSource(classes = {NotShared.class, NotSharedBySubclass.class})
    void shouldTakeVolatileAway(Class<?> flaws) throws Exception {
        Class<?> twin = newTwin(Sample.class, flaws).getClass().getSuperclass();

        assertThat(Modifier.isVolatile(twin.getDeclaredField("shared").getModifiers()))
                .isFalse();
        assertThat(Modifier.isVolatile(Base.class.getDeclaredField("shared").getModifiers()))
                .isTrue();
    }

    @BrokenBy(in = Sample.class, method = "over", of = "note", flaw = Flaw.LEFT_OUT)
    private static final class BothOverloads {}

    @BrokenBy(in = Sample.class, method = "lambda$inLambda$0", of = "note", flaw = Flaw.LEFT_OUT)
    private static final class InLambda {}

    @BrokenBy(in = Sample.Inner.class, method = "inside", of = "note", flaw = Flaw.LEFT_OUT)
    @BrokenBy(in = Sample.Inner.class, method = "inherited", of = "note", flaw = Flaw.LEFT_OUT)
    private static final class TwoClasses {}

    @Test
    void shouldBreakWhateverTheMethodIs() throws Exception {
        assertThat(run(Sample.class, BothOverloads.class, "overloaded")).isEqualTo("[]1[]one");
        assertThat(run(Sample.class, InLambda.class, "inLambda")).isEqualTo(List.of());
    }

    @Test
    void shouldBreakSeveralClasses() throws Exception {
        assertThat(run(Sample.Inner.class, TwoClasses.class, "inside")).isEqualTo(List.of());
        assertThat(run(Sample.class, TwoClasses.class, "inherited")).isEqualTo(List.of());
        assertThat(run(Sample.class, TwoClasses.class, "inLambda")).isEqualTo(List.of("lambda"));
        assertThat(new Sample().inherited()).containsExactly("inherited");
    }

    @BrokenBy(in = Sample.class, method = "none", of = "note", flaw = Flaw.LEFT_OUT)
    private static final class NoMethod {}

    @BrokenBy(in = Sample.class, method = "calls", of = "nothing", flaw = Flaw.LEFT_OUT)
    private static final class NoCall {}

    @BrokenBy(in = Sample.class, method = "asks", of = "open", flaw = Flaw.LEFT_OUT)
    private static final class NoWrite {}

    @BrokenBy(in = Sample.class, method = "writes", of = "number", flaw = Flaw.ALWAYS_TRUE)
    private static final class NoAnswer {}

    @BrokenBy(in = Sample.class, of = "elements", flaw = Flaw.NOT_VOLATILE)
    private static final class NoVolatile {}

    @BrokenBy(in = Sample.class, of = "nothing", flaw = Flaw.NOT_VOLATILE)
    private static final class NoField {}

    @ParameterizedTest
    @ValueSource(
            classes = {NoMethod.class, NoCall.class, NoWrite.class, NoAnswer.class, NoVolatile.class, NoField.class})
    void shouldRefuseWhereNothingIsToBreak(Class<?> flaws) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> newTwin(Sample.class, flaws))
                .withMessageContaining("there is nothing to break");
    }

    @BrokenBy(in = Sample.class, method = "asks", of = "isOpen", flaw = Flaw.LEFT_OUT)
    private static final class ResultLeftOut {}

    @BrokenBy(in = Sample.class, method = "calls", of = "note", flaw = Flaw.ALWAYS_FALSE)
    private static final class NoResult {}

    @BrokenBy(in = Sample.class, method = "fences", of = "getVolatile", flaw = Flaw.WITHOUT_FENCE)
    private static final class FenceOfARead {}

    @BrokenBy(in = Sample.class, method = "unknown", of = "weakCompareAndSetPlain", flaw = Flaw.NOT_ATOMIC)
    private static final class UnknownOperation {}

    @ParameterizedTest
    @ValueSource(classes = {ResultLeftOut.class, NoResult.class, FenceOfARead.class, UnknownOperation.class})
    void shouldRefuseFlawsThatDoNotFit(Class<?> flaws) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> newTwin(Sample.class, flaws))
                .withMessageContaining("can't be broken by");
    }

    @BrokenBy(in = Sample.class, method = "writes", of = "toString", flaw = Flaw.TOO_LATE)
    private static final class NothingLate {}

    @BrokenBy(in = Sample.class, method = "inTwoPlaces", of = "number", flaw = Flaw.TOO_LATE)
    private static final class TwoLate {}

    @Test
    void shouldPutOffEachPlace() throws Exception {
        Object sample = newTwin(Sample.class, TwoLate.class);

        assertThat(call(sample, "inTwoPlaces", true)).isEqualTo(0);
        assertThat(call(sample, "inTwoPlaces", false)).isEqualTo(1);
        assertThat(call(sample, "inTwoPlaces", true)).isEqualTo(2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> newTwin(Sample.class, NothingLate.class))
                .withMessageContaining("there is nothing to break");
    }

    @Test
    void shouldRefuseAProofThatIsNotThere() {
        assertThatThrownBy(() -> BrokenCode.flawsOf("dev.ropewalk.Nothing"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("dev.ropewalk.Nothing");
    }

    private static Object run(Class<?> type, Class<?> flaws, String method, Object... arguments) throws Exception {
        return call(newTwin(type, flaws), method, arguments);
    }

    private static Object newTwin(Class<?> type, Class<?> flaws) throws ReflectiveOperationException {
        return BrokenCode.of(flaws.getName())
                .loadClass(type.getName())
                .getConstructor()
                .newInstance();
    }

    private static Object call(Object target, String method, Object... arguments) throws Exception {
        try {
            return Arrays.stream(target.getClass().getMethods())
                    .filter(one -> one.getName().equals(method))
                    .findFirst()
                    .orElseThrow()
                    .invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw (Exception) e.getCause();
        }
    }

    private static List<String> callsIn(Class<?> type, Class<?> flaws, String method) throws IOException {
        return ClassFile.of().parse(brokenCode(type, flaws)).methods().stream()
                .filter(one -> one.methodName().equalsString(method))
                .flatMap(one -> one.code().orElseThrow().elementStream())
                .filter(InvokeInstruction.class::isInstance)
                .map(call -> ((InvokeInstruction) call).name().stringValue())
                .toList();
    }

    private static byte[] brokenCode(Class<?> type, Class<?> flaws) throws IOException {
        try (InputStream code = Objects.requireNonNull(type.getResourceAsStream(type.getSimpleName() + ".class"))) {
            return BrokenCode.broken(code.readAllBytes(), flaws.getAnnotation(BrokenBy.class));
        }
    }
}
