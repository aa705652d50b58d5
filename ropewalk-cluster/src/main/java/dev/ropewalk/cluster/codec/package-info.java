/**
 * Codecs of messages: values of registered types as bytes, and back.
 */
@NullMarked
package dev.ropewalk.cluster.codec;

import org.jspecify.annotations.NullMarked;
