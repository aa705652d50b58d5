package dev.ropewalk.stress;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import org.junit.jupiter.api.Test;

/** Another thread may write between the look and the store: here it is done by what filters the value that is looked at. */
class NotAtomicTest {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private volatile int value = 1;

    @SuppressWarnings("UnusedMethod") // called through a handle
    private int writeBetween(int seen) {
        value = 9;
        return seen;
    }

    private VarHandle disturbed() throws ReflectiveOperationException {
        VarHandle field = LOOKUP.findVarHandle(NotAtomicTest.class, "value", int.class);
        MethodHandle onRead = LOOKUP.bind(this, "writeBetween", MethodType.methodType(int.class, int.class));
        return MethodHandles.filterValue(field, MethodHandles.identity(int.class), onRead);
    }

    @Test
    void shouldStoreAlthoughAnotherHasWrittenSinceTheLook() throws ReflectiveOperationException {
        assertThat(NotAtomic.compareAndSet(disturbed(), this, 1, 2)).isTrue();
        assertThat(value).isEqualTo(2);
    }

    @Test
    void shouldLoseWhatAnotherHasWrittenSinceTheLook() throws ReflectiveOperationException {
        assertThat(NotAtomic.getAndAdd(disturbed(), this, 1)).isEqualTo(1);
        assertThat(value).isEqualTo(2);

        assertThat(NotAtomic.getAndSet(disturbed(), this, 5)).isEqualTo(2);
        assertThat(value).isEqualTo(5);
    }
}
