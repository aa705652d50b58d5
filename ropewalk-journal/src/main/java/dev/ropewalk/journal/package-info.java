/**
 * An append-only log in memory-mapped files, shared by threads and processes and safe against crashes.
 *
 * {@snippet :
 * try (Journal journal = Journal.open(Path.of("orders"), JournalOptions.defaults())) {
 *     Appender appender = journal.appender();
 *     long index = appender.append("hello".getBytes(UTF_8));
 * }
 * }
 */
@NullMarked
package dev.ropewalk.journal;

import org.jspecify.annotations.NullMarked;
