package dev.ropewalk.observe.jmx;

import java.util.function.Function;

/**
 * What a bean shows of a snapshot.
 *
 * @param shape of the record that it shows
 * @param record makes that record of a snapshot
 */
record BeanView<S>(RecordShape shape, Function<? super S, ?> record) {
    /** Returns a view of a record as it is. */
    static <S> BeanView<S> of(Class<S> type) {
        return of(type, Function.identity());
    }

    /** Returns a view by another record. */
    static <S, V> BeanView<S> of(Class<V> type, Function<? super S, ? extends V> record) {
        return new BeanView<>(RecordShape.of(type), record);
    }
}
