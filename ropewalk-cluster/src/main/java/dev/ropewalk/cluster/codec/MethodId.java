package dev.ropewalk.cluster.codec;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The number by which nodes call a method of an {@linkplain CodecRegistryBuilder#registerInterface interface}: an agreement of all nodes, as the id of a type is. The method may be renamed; its number must never be given to
 * another method, nor to one with other parameters or another result.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface MethodId {
    /** The number, from 1; those up to 127 take a byte. */
    int value();
}
