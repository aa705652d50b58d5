package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.proxy.ProxyFactory;
import dev.ropewalk.actor.proxy.QueueingTarget;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which interfaces can't be proxies. */
class ProxyContractTest {
    interface ReturnsInt {
        void fine();

        int count(String text, long[] more);
    }

    interface ReturnsString {
        String text();
    }

    interface ReturnsFuture {
        Future<String> text();
    }

    interface ReturnsVariable {
        <T> T anything(Class<T> type);
    }

    interface ReturnsVariableStage<T extends CompletionStage<String>> {
        T stage();
    }

    interface ReturnsSubclass {
        OwnFuture own();
    }

    static class OwnFuture extends CompletableFuture<String> {}

    interface Inherits extends Function<String, CompletionStage<String>> {}

    @ParameterizedTest
    @ValueSource(
            classes = {
                ReturnsInt.class,
                ReturnsString.class,
                ReturnsFuture.class,
                ReturnsVariable.class,
                ReturnsVariableStage.class,
                ReturnsSubclass.class,
                Inherits.class,
                Map.class,
                Override.class
            })
    void shouldRefuseOtherResultsThanVoidAndStages(Class<?> type) {
        refused(type)
                .hasMessageStartingWith(type.getName()
                        + " can't be a proxy: a method must return void, CompletionStage or CompletableFuture");
    }

    @Test
    void shouldNameWhatItRefusesWithItsSignature() {
        refused(ReturnsInt.class)
                .hasMessageEndingWith("these are none: public abstract int " + ReturnsInt.class.getName()
                        + ".count(java.lang.String,long[])");
    }

    interface Two {
        int one();

        String two(int i);
    }

    @Test
    void shouldNameAllMethodsThatItRefuses() {
        refused(Two.class).hasMessageContaining("Two.one()").hasMessageContaining("Two.two(int)");
    }

    sealed interface Sealed permits Permitted {}

    record Permitted() implements Sealed {}

    enum Constant {}

    @Test
    void shouldRefuseWhatCanNotBeImplemented() {
        refused(String.class).hasMessage("java.lang.String can't be a proxy: it isn't an interface");
        refused(Constant.class).hasMessageEndingWith("it isn't an interface");
        refused(int[].class).hasMessageEndingWith("it isn't an interface");
        refused(void.class).hasMessageEndingWith("it isn't an interface");
        refused(Sealed.class).hasMessageContaining("it is sealed");
    }

    @Test
    void shouldRefuseHiddenInterfaces() throws IllegalAccessException {
        Class<?> hidden = MethodHandles.lookup()
                .defineHiddenClass(interfaceWithMethodOf(0), true)
                .lookupClass();
        refused(hidden).hasMessageContaining("it is a hidden class");
    }

    @Test
    void shouldTakeMethodsOf253SlotsAndRefuseLongerOnes() throws Exception {
        Class<?> longest = define(interfaceWithMethodOf(253));
        var target = new QueueingTarget("/long");
        Object proxy = ProxyFactory.newProxy(longest, target);
        Class<?>[] parameters = Collections.nCopies(253, int.class).toArray(Class<?>[]::new);
        Object[] arguments = Collections.nCopies(253, 1).toArray();
        longest.getMethod("call", parameters).invoke(proxy, arguments);
        assertThat(target.texts()).hasSize(253 * 3 - 2 + "call() ".length());

        refused(define(interfaceWithMethodOf(254))).hasMessageContaining("too many parameters");
    }

    private static Class<?> define(byte[] bytes) {
        return new ClassLoader(ProxyContractTest.class.getClassLoader()) {
            Class<?> define() {
                return defineClass(null, bytes, 0, bytes.length);
            }
        }.define();
    }

    /** Returns a public interface with one method of so many ints. */
    private static byte[] interfaceWithMethodOf(int parameters) {
        var name = ClassDesc.of(ProxyContractTest.class.getPackageName(), "Longest");
        var type = MethodTypeDesc.of(ConstantDescs.CD_void, Collections.nCopies(parameters, ConstantDescs.CD_int));
        return ClassFile.of()
                .build(
                        name,
                        builder -> builder.withFlags(
                                        ClassFile.ACC_PUBLIC | ClassFile.ACC_INTERFACE | ClassFile.ACC_ABSTRACT)
                                .withMethod("call", type, ClassFile.ACC_PUBLIC | ClassFile.ACC_ABSTRACT, method -> {}));
    }

    private static AbstractThrowableAssert<?, ?> refused(Class<?> type) {
        return assertThatThrownBy(() -> ProxyFactory.check(type)).isInstanceOf(IllegalArgumentException.class);
    }
}
