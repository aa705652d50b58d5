package dev.ropewalk.flow.stage;

import dev.ropewalk.flow.chain.Stage;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Copies of a stage's class, one for each place in a row, counted from its end.
 *
 * <p>The JIT compiler keeps one profile for each method. If two stages of a row were of one class, as in a map, a filter and a map, it would see
 * that {@code push} calls a filter here and the end there, and could neither remove the calls nor the objects that go through them.
 * In copies it sees one callee each. They are hidden classes of the same bytes, made when the first row needs them, for all rows
 * together; a stage far from the end shares the class of others. Where no classes can be made, all share one.
 */
final class Copies {
    private static final int MOST = 8;

    private final MethodHandles.Lookup lookup;
    private final MethodType constructor;
    private final MethodType call;
    private final AtomicReferenceArray<@Nullable MethodHandle> makers = new AtomicReferenceArray<>(MOST);

    /**
     * Copies the class that looks itself up.
     *
     * @param argument what its constructor takes besides the next stage
     */
    Copies(MethodHandles.Lookup lookup, Class<?> argument) {
        this.lookup = lookup;
        this.constructor = MethodType.methodType(void.class, Stage.class, argument);
        this.call = MethodType.methodType(Stage.class, Stage.class, Object.class);
    }

    /** Returns a stage in front of another one. */
    @SuppressWarnings("unchecked") // the copied class is what the caller says
    <T> Stage<T> make(Stage<?> next, Object argument) {
        int place = next instanceof FusedStage<?, ?> fused ? Math.min(fused.place + 1, MOST - 1) : 0;
        try {
            return (Stage<T>) maker(place).invokeExact((Stage<?>) next, argument);
        } catch (RuntimeException | Error thrown) { // the end of the stack, of a row that is too long
            throw thrown;
        } catch (Throwable thrown) {
            throw new LinkageError("a stage can't be made", thrown);
        }
    }

    /** Two threads may make a copy of one place; one of them is used. */
    private MethodHandle maker(int place) throws ReflectiveOperationException {
        MethodHandle known = makers.get(place);
        if (known == null) {
            MethodHandle made = makerOf(place == 0 ? lookup.lookupClass() : copy());
            known = makers.compareAndSet(place, null, made) ? made : Objects.requireNonNull(makers.get(place));
        }
        return known;
    }

    private MethodHandle makerOf(Class<?> type) throws ReflectiveOperationException {
        return lookup.findConstructor(type, constructor).asType(call);
    }

    private Class<?> copy() {
        Class<?> original = lookup.lookupClass();
        try (InputStream bytes = original.getResourceAsStream(original.getSimpleName() + ".class")) {
            return bytes == null
                    ? original
                    : lookup.defineHiddenClass(bytes.readAllBytes(), false).lookupClass();
        } catch (IOException | ReflectiveOperationException | LinkageError | UnsupportedOperationException impossible) {
            return original;
        }
    }
}
