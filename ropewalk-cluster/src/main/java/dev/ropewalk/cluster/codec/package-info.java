/**
 * Codecs of messages: values of registered types as frames of bytes, and back.
 *
 * <ul>
 *   <li>A {@link dev.ropewalk.cluster.codec.CodecRegistry} knows the types and their ids. Records and enums need no code; other types have
 *       a {@link dev.ropewalk.cluster.codec.Codec}.
 *   <li>A {@link dev.ropewalk.cluster.codec.FrameEncoder} writes frames, one after the other, without garbage but the frames.
 *   <li>{@link dev.ropewalk.cluster.codec.CodecLimits} bound what a frame may be, where it is written and where it is read.
 *   <li>{@link dev.ropewalk.cluster.codec.Since} marks components that came later.
 * </ul>
 *
 * <p>A component of a record may be a primitive or its box, a {@link java.lang.String}, {@link java.math.BigInteger}, {@link
 * java.math.BigDecimal}, {@link java.time.Instant}, {@link java.time.Duration}, {@link java.time.LocalDate}, {@link java.util.UUID}, a {@link dev.ropewalk.channel.Sender} of a cluster's channel, an
 * array of primitives, a registered type, a sealed type of which all that it permits is registered, or a {@link java.util.List}, {@link
 * java.util.Set}, {@link java.util.Map} or {@link java.util.Optional} of these. It may be null if it is annotated with {@code Nullable},
 * JSpecify's or another that is kept at run time; all nodes need its jar: a record that has one whose class isn't there at
 * run time is refused.
 *
 * <p>While nodes know different versions of a type, this may be changed:
 *
 * <table>
 *   <caption>Changes that nodes bear</caption>
 *   <tr><th scope="col">change</th><th scope="col">allowed</th></tr>
 *   <tr><td>rename a class, a component or a constant; move a class</td><td>yes: names aren't sent</td></tr>
 *   <tr><td>append a component</td><td>with {@code @Since}; older nodes skip it, newer ones take its default</td></tr>
 *   <tr><td>insert, remove or swap components, or remove {@code @Since}</td><td>no</td></tr>
 *   <tr><td>change a component's type, or whether it may be null</td><td>no, but append another one</td></tr>
 *   <tr><td>swap constants of an enum</td><td>yes, if their ids stay</td></tr>
 *   <tr><td>add a constant, or a record of a sealed type</td><td>yes, but older nodes refuse frames with it: send it when all know
 *       it</td></tr>
 *   <tr><td>give an id to another type</td><td>never</td></tr>
 *   <tr><td>what a {@code Codec} writes</td><td>more at the end, with a higher version</td></tr>
 *   <tr><td>lower a limit</td><td>yes, but it refuses frames that were within the old one</td></tr>
 * </table>
 *
 * <p>A frame that is malformed, or made to do harm, ends in a {@link dev.ropewalk.cluster.codec.MalformedFrameException} and nothing else:
 * no type is made that isn't registered, nothing is allocated that the frame's bytes don't back, and numbers, nesting and equal hashes are
 * bounded. Constructors of records see what a peer has sent; what they refuse by an exception makes the frame malformed, too.
 */
@NullMarked
package dev.ropewalk.cluster.codec;

import org.jspecify.annotations.NullMarked;
